import { textWidth } from '../text-width.ts';
import { wrappedLines } from '../wrapped-text.ts';
import type { PrintedCell, PrintedDocument, PrintedRow, PrintedTable } from './printed-document.ts';

/** Lines are at least so wide where there is no table to be as wide as. */
const LEAST_CELLS = 78;
const GAP = '  ';
/** Between the columns of a table that fits a terminal of 80 cells with it, and does not without. */
const NARROW_GAP = ' ';
const TERMINAL_CELLS = 80;
/** What makes a line of an Arabic document run from the right, whatever it begins with. */
const RIGHT_TO_LEFT_MARK = '\u200f';
/** Around figures, and around names, so that neither turns the line about. */
const LEFT_TO_RIGHT = ['\u2066', '\u2069'] as const;
const BY_ITSELF = ['\u2068', '\u2069'] as const;

/** A document as plain text, every line from its edge: to be read on a terminal and printed as it is. */
export function documentText(document: PrintedDocument): string {
  const arabic = document.language === 'ar';
  const table = document.table === null ? [] : tableLines(document.table, arabic);
  const cells = Math.max(LEAST_CELLS, ...table.map(textWidth));
  const rule = '─'.repeat(cells);
  const parts: (readonly string[])[] = [
    [document.bankName, document.bankBranch]
      .filter((text) => text !== '')
      .map((text) => isolated(text, arabic)),
    [document.title, ...(document.mark === null ? [] : ['', `*** ${document.mark} ***`])],
    fieldLines(document, arabic, cells),
    table,
    totalLines(document, arabic, cells),
    document.notes.flatMap((note) => wrappedLines(note, cells)),
    [rule, ...wrappedLines(document.footer.map((cell) => shown(cell, arabic)).join(' '), cells)],
  ];
  const lines = parts
    .filter((part) => part.length > 0)
    .flatMap((part, at) => (at === 0 ? part : ['', ...part]));
  const mark = arabic ? RIGHT_TO_LEFT_MARK : '';
  return `${lines.map((line) => (line === '' ? '' : mark + line.trimEnd())).join('\n')}\n`;
}

function isolated(text: string, arabic: boolean): string {
  return arabic ? BY_ITSELF[0] + text + BY_ITSELF[1] : text;
}

/** A value with its direction kept, where the document runs the other way. */
function shown({ text, runs }: PrintedCell, arabic: boolean): string {
  if (!arabic || text === '' || runs === 'words') return text;
  return runs === 'own' ? isolated(text, arabic) : LEFT_TO_RIGHT[0] + text + LEFT_TO_RIGHT[1];
}

function padded(text: string, cells: number, aligned: PrintedCell['aligned']): string {
  const blanks = ' '.repeat(Math.max(0, cells - textWidth(text)));
  return aligned === 'end' ? blanks + text : text + blanks;
}

function fieldLines({ fields }: PrintedDocument, arabic: boolean, cells: number): string[] {
  const labelCells = Math.max(...fields.map(({ label }) => textWidth(label)));
  return fields.flatMap(({ label, value }) => {
    const [first = '', ...rest] = wrappedLines(value.text, cells - labelCells - GAP.length);
    const line = (text: string) => shown({ ...value, text }, arabic);
    return [
      padded(label, labelCells, 'start') + GAP + line(first),
      ...rest.map((text) => ' '.repeat(labelCells) + GAP + line(text)),
    ];
  });
}

function tableLines({ titles, rows, foot, empty }: PrintedTable, arabic: boolean): string[] {
  if (rows.length === 0) return [empty];
  const all = [...rows, ...(foot === null ? [] : [foot])];
  const widths = titles.map((title, at) =>
    // The sum's label may run over the empty cells after it.
    Math.max(textWidth(title.text), ...rows.map((row) => textWidth(row.cells[at]?.text ?? ''))),
  );
  for (const [at, cell] of (foot?.cells ?? []).entries()) {
    if (cell.aligned === 'end') widths[at] = Math.max(widths[at] ?? 0, textWidth(cell.text));
  }
  const cells = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
  const isHelped = cells > TERMINAL_CELLS && cells - (widths.length - 1) <= TERMINAL_CELLS;
  const between = isHelped ? NARROW_GAP : GAP;
  const head = titles.map((title, at) => padded(title.text, widths[at]!, title.aligned)).join(between);
  const rule = widths.map((width) => '─'.repeat(width)).join(between);
  const lines = all.map((row) => rowLine(row, widths, between, arabic));
  if (foot === null) return [head, rule, ...lines];
  return [head, rule, ...lines.slice(0, -1), rule, ...lines.slice(-1)];
}

function rowLine({ cells }: PrintedRow, widths: readonly number[], between: string, arabic: boolean): string {
  let line = '';
  let target = 0;
  for (const [at, cell] of cells.entries()) {
    const gap = at === 0 ? '' : between;
    target += gap.length + widths[at]!;
    const room = Math.max(0, target - textWidth(line) - gap.length);
    // A long label took the room of empty cells: what follows moves up to where it belongs.
    if (cell.text === '' && textWidth(line) >= target) continue;
    line += gap + padded(shown(cell, arabic), room, cell.aligned);
  }
  return line;
}

function totalLines({ totals }: PrintedDocument, arabic: boolean, cells: number): string[] {
  const labelCells = Math.max(0, ...totals.map(({ label }) => textWidth(label)));
  const valueCells = Math.max(0, ...totals.map(({ value }) => textWidth(value.text)));
  return totals.flatMap(({ label, value, inWords }) => [
    padded(label, labelCells, 'start') + GAP + padded(shown(value, arabic), valueCells, 'end'),
    ...(inWords === null ? [] : wrappedLines(inWords, cells - GAP.length).map((line) => GAP + line)),
  ]);
}
