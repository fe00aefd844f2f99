import { styleText } from 'node:util';
import { textWidth } from '../render/text-width.ts';
import { wrappedLines } from '../render/wrapped-text.ts';
import type { Named } from './prompter.ts';

/** The mark before a question, and the blank after it. */
const MARK_CELLS = 2;
/** So much stays free beside a question, that an id fits in whole. */
const ANSWER_CELLS = 14;

/** What stands between what is taken and what is said of it: nobody types it. */
export const GAP = '   ';

/** How a question and its answer stand on the terminal: the prompts' library would break them within a word. */
export interface Layout {
  /** The question, bold, with the name of what it answers dimmed. */
  readonly question: string;
  /** An answer beside the question, or below it where it does not fit there. */
  answer(text: string): string;
  /** Text on lines of its own, with room for a mark. */
  remark(text: string): string;
  /** A choice, drawn behind a mark of two cells: what is taken, and what is said of it in a column beside it. */
  choice(taken: string, says?: string): string;
}

/** Lays a question out on lines of so many cells. */
export function layoutOf({ message, name }: Named, cells: number): Layout {
  const tail = name === undefined ? '' : `(${name})`;
  const lines = wrappedLines(`${message} ${tail}`.trim(), Math.max(1, cells - MARK_CELLS - ANSWER_CELLS));
  const below = (text: string) => wrappedLines(text, cells - MARK_CELLS).join('\n  ');
  const filler = (line: string) => (cells - ((MARK_CELLS + textWidth(line)) % cells)) % cells;
  const left = cells - MARK_CELLS - textWidth(lines.at(-1)!) - 1;
  return {
    question: lines.map((line) => styled(line, tail)).join('\n  '),
    answer: (text) => accented(textWidth(text) <= left ? text : `\n  ${below(text)}`),
    remark: (text) => wrappedLines(text, cells - MARK_CELLS).join('\n'),
    choice: (taken, says = '') => {
      if (says === '') return taken;
      const start = `${taken}${GAP}`;
      const beside = cells - MARK_CELLS - textWidth(start);
      const indent = beside >= ANSWER_CELLS ? textWidth(start) : 0;
      const parts = wrappedLines(says, cells - MARK_CELLS - indent);
      // No line end may be in it, since Tab types it: blanks fill its lines up to where the library breaks them.
      return parts.reduce((line, part, at) => {
        const isLower = at > 0 || indent === 0;
        return isLower
          ? `${line}${' '.repeat(filler(line))}${' '.repeat(MARK_CELLS + indent)}${part}`
          : line + part;
      }, start);
    },
  };
}

/** The colour of prompts: of the sixteen the one that is read on light and dark terminals alike. */
export function accented(text: string): string {
  return styleText('magenta', text);
}

function styled(line: string, tail: string): string {
  if (tail === '' || !line.endsWith(tail)) return styleText('bold', line);
  return styleText('bold', line.slice(0, -tail.length)) + styleText('dim', tail);
}
