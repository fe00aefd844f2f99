import { textWidth } from './text-width.ts';

/** Words that stay with the number before them. */
const UNIT = /^(EGP|%)[.,;:)]*$/;
/** What stands left of the last column of a line, such as `  --json            `. */
const COLUMN_START = /^.*\S {2,}(?=\S)/;
const LEADING_BLANKS = /^ */;

/**
 * Text broken at blanks into lines of at most `cells`. A word longer than that (an id, a hash, a path) stays whole,
 * on a line of its own, and an amount keeps its unit. Lines after the first may be narrower by `indentCells`.
 */
export function wrappedLines(text: string, cells: number, indentCells = 0): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of unbreakables(text)) {
    const room = lines.length === 0 ? cells : cells - indentCells;
    if (line !== '' && textWidth(line) + 1 + textWidth(word) > room) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/**
 * Each line of a text broken to `cells`; what is broken off stands under the last column of its line, else under its
 * beginning. Lines that fit stay as they are, and all of them with null.
 */
export function wrappedText(text: string, cells: number | null): string {
  if (cells === null) return text;
  return text
    .split('\n')
    .map((line) => (textWidth(line) <= cells ? line : wrappedLine(line, cells)))
    .join('\n');
}

/** Cells that every line of a command but its first is moved in by whoever prints them. */
const CONTINUED_CELLS = 4;

/** Parts of a command line, as many on a line as fit into `cells`; `ending` stands where a line goes on. */
export function commandLines(
  parts: readonly string[],
  cells: number | null,
  ending: string,
): readonly string[] {
  const lines: string[] = [];
  let line = parts[0] ?? '';
  for (const part of parts.slice(1)) {
    const room = (cells ?? Number.POSITIVE_INFINITY) - (lines.length === 0 ? 0 : CONTINUED_CELLS);
    const grown = `${line} ${part}`;
    if (textWidth(grown) + ending.length <= room) {
      line = grown;
    } else {
      lines.push(line + ending);
      line = part;
    }
  }
  return [...lines, line];
}

function wrappedLine(line: string, cells: number): string {
  const column = COLUMN_START.exec(line)?.[0] ?? '';
  const leading = LEADING_BLANKS.exec(line)![0];
  const start = column !== '' && textWidth(column) <= cells / 2 ? column : leading;
  const indent = ' '.repeat(textWidth(start));
  return start + wrappedLines(line.slice(start.length), cells - indent.length).join(`\n${indent}`);
}

function unbreakables(text: string): readonly string[] {
  const words: string[] = [];
  for (const word of text.split(' ')) {
    const before = words.at(-1);
    if (before !== undefined && UNIT.test(word) && /\d$/.test(before)) {
      words[words.length - 1] = `${before} ${word}`;
    } else if (word !== '') {
      words.push(word);
    }
  }
  return words;
}
