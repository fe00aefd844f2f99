import type { Column } from '../render/view.ts';
import type { CommandResult, Deps } from '../shell/command-definition.ts';
import { awaiting } from './awaiting.ts';
import { type Changes, changesNotAskedAbout } from './corrections-in-words.ts';

/** The record of a correction, with what it changes where nobody was asked, or that it waits for another person. */
export function correctedResult(
  answer: object & Changes & { readonly warnings?: readonly string[] },
  columns: readonly Column[],
  deps: Pick<Deps, 'dryRun' | 'assumeYes'>,
): CommandResult {
  const { isAwaiting, exitCode, notices } = awaiting(answer, deps);
  const changes = isAwaiting && !deps.dryRun ? [] : changesNotAskedAbout(answer, deps);
  // Where nobody was asked, nobody was told; a server of another make sends none.
  const untold = deps.dryRun || deps.assumeYes ? (answer.warnings ?? []) : [];
  const warnings = untold.map((warning) => `warning: ${warning}`);
  return {
    ok: true,
    data: answer,
    view: { shape: 'record', columns },
    exitCode,
    notices: [...warnings, ...changes, ...notices],
  };
}
