import { csvRows, type Delimiter } from './csv-rows.ts';
import { plainHeading } from './plain-heading.ts';

/** Where the headings of a delimited file stand, and which column each of the wanted ones is. */
export interface HeadingRow {
  readonly delimiter: Delimiter;
  readonly line: number;
  /** Headings as the file writes them. */
  readonly headings: readonly string[];
}

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];
/** Lines that may stand before the headings: a bank's name, the account, the period. */
const MAX_PREAMBLE_ROWS = 50;

/**
 * Finds the first row of the file's head for which `suits` holds, trying each delimiter; null when none does.
 */
export async function findHeadingRow(
  head: string,
  suits: (headings: readonly string[]) => boolean,
): Promise<HeadingRow | null> {
  for (const delimiter of DELIMITERS) {
    let rows = 0;
    for await (const { line, cells } of csvRows(once(head), { delimiter, quoted: true })) {
      if (suits(cells)) return { delimiter, line, headings: cells };
      rows += 1;
      if (rows === MAX_PREAMBLE_ROWS) break;
    }
  }
  return null;
}

/** Place of a heading among others, blind to case and blanks; -1 when it is not there. */
export function placeOf(heading: string, headings: readonly string[]): number {
  const wanted = plainHeading(heading);
  return headings.findIndex((other) => plainHeading(other) === wanted);
}

/** True when a heading stands there more than once, so that it names no column. */
export function isTwice(heading: string, headings: readonly string[]): boolean {
  const wanted = plainHeading(heading);
  return headings.filter((other) => plainHeading(other) === wanted).length > 1;
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
