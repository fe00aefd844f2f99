import type { Problem } from '../contract/problem.ts';
import { type RenderFormat, renderedText } from '../render/rendered.ts';
import type { Column, View } from '../render/view.ts';
import { columnsOf } from '../render/view-rows.ts';
import { colorLevel } from './color.ts';
import { lineCells, say } from './said.ts';
import type { SharedValues } from './shared-options.ts';
import { didYouMean } from './suggestion.ts';
import type { Surroundings } from './surroundings.ts';
import { usageProblem } from './usage-problem.ts';

export interface ResultSetup {
  readonly shared: SharedValues;
  /** null: by what stdout is. */
  readonly chosenFormat: RenderFormat | null;
  readonly surroundings: Surroundings;
  readonly isWrite: boolean;
}

/** A result as the text for stdout, in the format chosen or the one that fits where stdout leads. */
export async function resultText(data: unknown, view: View, setup: ResultSetup): Promise<string | Problem> {
  const { shared, surroundings } = setup;
  const { environment } = surroundings.machine;
  const picked = pickedColumns(view, shared.columns);
  if (picked !== null && 'code' in picked) {
    // A write has happened: its result must be shown, whatever the columns asked for.
    if (!setup.isWrite) return picked;
    say(surroundings, `warning: ${picked.detail} All columns are shown.`);
  }
  return renderedText(data, view, {
    format: setup.chosenFormat ?? (surroundings.stdoutIsTerminal ? 'table' : 'tsv'),
    columns: picked !== null && 'code' in picked ? null : picked,
    headers: shared.noHeaders !== true,
    excel: shared.excel === true,
    colorLevel: colorLevel(shared, environment, surroundings.stdoutIsTerminal),
    widthCells: lineCells(surroundings),
    drawings: !environment.ACCESSIBLE,
  });
}

/** Why `--columns` cannot be followed, before anything was done; null when it can. */
export function columnsProblem(columns: readonly Column[], typed: string | undefined): Problem | null {
  const picked = typed === undefined ? null : picks(columns, typed);
  return picked !== null && 'code' in picked ? picked : null;
}

function pickedColumns(view: View, typed: string | undefined): readonly string[] | null | Problem {
  return typed === undefined || view.shape === 'text' ? null : picks(columnsOf(view), typed);
}

function picks(columns: readonly Column[], typed: string): readonly string[] | Problem {
  const known = columns.map((column) => column.key);
  const keys = typed.split(',').map((key) => key.trim());
  const wrong = keys.find((key) => !known.includes(key));
  if (wrong === undefined) return keys;
  const meant = didYouMean(wrong, known);
  return usageProblem(
    `There is no column "${wrong}".`,
    `${meant === undefined ? '' : `${meant} `}Columns: ${known.join(', ')}.`,
  );
}
