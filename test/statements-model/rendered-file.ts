import type { StatementFileOptions } from '../../src/ingest/statements/statement-options.ts';
import { statusOn, type ToldFile, type ToldMovement } from './bank.ts';

/** A file as it is imported, and which movement each of its lines tells. */
export interface RenderedFile {
  readonly text: string;
  /** Of a workbook, whose text is what stands in its cells. */
  readonly bytes?: Uint8Array;
  readonly lines: readonly { readonly line: number; readonly movement: ToldMovement }[];
  readonly read: StatementFileOptions;
}

export type Movements = ReadonlyMap<number, ToldMovement>;

/** A line of a file, and the movement whose row begins on it. */
export interface Line {
  readonly text: string;
  readonly movement?: ToldMovement;
}

/** A file of lines. */
export function fileOfLines(
  all: readonly (Line | string)[],
  { lineEnd = '\n', read = {} }: { readonly lineEnd?: string; readonly read?: StatementFileOptions } = {},
): RenderedFile {
  return {
    text: all.map((line) => (typeof line === 'string' ? line : line.text) + lineEnd).join(''),
    lines: all.flatMap((line, at) =>
      typeof line === 'string' || line.movement === undefined
        ? []
        : [{ line: at + 1, movement: line.movement }],
    ),
    read,
  };
}

/** What a movement's text says, in the manner of a layout. */
export function textOf(
  { text, loan, named }: ToldMovement,
  loans: readonly string[],
  manner: 'plain' | 'spaced' | 'upper',
): string {
  const said = named && loan !== null ? `${text} ${loans[loan]}` : text;
  if (manner === 'upper') return said.toUpperCase();
  return manner === 'spaced' ? `${said.replaceAll(' ', '  ')} ` : said;
}

/** Movements of a file that its layout tells at all: few say what is not booked. */
export function toldOf(file: ToldFile, movements: Movements, unbooked: boolean): readonly ToldMovement[] {
  return file.told
    .map((id) => movements.get(id) as ToldMovement)
    .filter((movement) => unbooked || !['failed', 'pending'].includes(statusOn(movement, file.madeOn)));
}

/** A stretch of movements that is a statement of its own, with its balances. */
export interface Stretch {
  readonly told: readonly ToldMovement[];
  readonly first: ToldMovement;
  readonly last: ToldMovement;
  readonly opening: number;
  readonly closing: number;
}

/** The statements of a file: one of each account, or one of each of its days. */
export function stretchesOf(told: readonly ToldMovement[], daily: boolean): readonly Stretch[] {
  const parts = Map.groupBy(told, ({ account, day }) => (daily ? `${account} ${day}` : `${account}`));
  return [...parts.values()].flatMap((part) => {
    const [first, last] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined) return [];
    const moved = first.direction === 'credit' ? first.amount : -first.amount;
    const opening = first.fate === 'failed' ? first.balance : first.balance - moved;
    return [{ told: part, first, last, opening, closing: last.balance }];
  });
}
