import type { Column } from '../render/view.ts';
import type { CommandResult, Deps } from '../shell/command-definition.ts';
import { awaiting } from './awaiting.ts';
import { type Changes, changesNotAskedAbout } from './corrections-in-words.ts';

/** The record of a correction, with what it changes where nobody was asked, or that it waits for another person. */
export function correctedResult(
  answer: object & Changes,
  columns: readonly Column[],
  deps: Pick<Deps, 'dryRun' | 'assumeYes'>,
): CommandResult {
  const { isAwaiting, exitCode, notices } = awaiting(answer, deps);
  const changes = isAwaiting && !deps.dryRun ? [] : changesNotAskedAbout(answer, deps);
  return {
    ok: true,
    data: answer,
    view: { shape: 'record', columns },
    exitCode,
    notices: [...changes, ...notices],
  };
}
