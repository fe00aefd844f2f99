import { type MadeCell, ods, xlsx } from '../ingest/workbooks/made-workbooks.ts';
import { ACCOUNTS, dateOf, poundsOf, statusOn, type ToldFile, type ToldMovement } from './bank.ts';
import { type CsvLayout, HEADINGS, STATUS_WORDS } from './layouts.ts';
import {
  fileOfLines,
  type Movements,
  type RenderedFile,
  stretchesOf,
  textOf,
  toldOf,
} from './rendered-file.ts';

/** A row of a table, and the movement it tells. */
interface TableRow {
  readonly cells: readonly string[];
  readonly movement?: ToldMovement;
}

/** A bank's table of a stretch of movements, as CSV or as a workbook. */
export function renderCsv(
  file: ToldFile,
  layout: CsvLayout,
  movements: Movements,
  loans: readonly string[],
): RenderedFile {
  const columns = columnsOf(layout, file, loans);
  const inOrder = toldOf(file, movements, layout.status);
  const [whole] = stretchesOf(inOrder, false);
  const between = columns.slice(2).map(() => '');
  const around = (label: string, piastres: number | undefined): TableRow[] =>
    layout.balanceLines && piastres !== undefined
      ? [{ cells: [label, ...between, inPounds(piastres, layout)] }]
      : [];
  const rows: readonly TableRow[] = [
    ...(layout.account === 'above' ? [{ cells: ['Account number', ACCOUNTS[file.account] as string] }] : []),
    ...around('Opening balance', whole?.opening),
    { cells: columns.map(({ heading }) => heading) },
    ...ordered(inOrder, layout.order).map((movement) => {
      return { movement, cells: columns.map(({ cell }) => cell(movement)) };
    }),
    ...around('Closing balance', whole?.closing),
  ];
  const lines = rows.map(({ cells, ...more }, at) => {
    const text = cells.map((cell) => quoted(cell, layout)).join(layout.delimiter);
    return { ...more, text: at === 0 && layout.marked ? `\ufeff${text}` : text };
  });
  const rendered = fileOfLines(lines, {
    read: {
      ...(layout.dates === 'slashed' ? { dateFormat: 'DD/MM/YYYY' } : {}),
      ...(layout.account === 'source' ? { profile: sourceOf(file, layout) } : {}),
    },
  });
  if (layout.saved === 'text') return rendered;
  const typed = rows.map(({ cells }) =>
    cells.map((cell, at) => typedCell(cell, columns[at]?.isMoney === true)),
  );
  const sheets = [{ name: 'Statement', rows: typed }];
  return { ...rendered, bytes: layout.saved === 'xlsx' ? xlsx(sheets) : ods(sheets) };
}

/** A cell as a spreadsheet keeps it: days as days, money as numbers where it is written plainly. */
function typedCell(cell: string, isMoney: boolean): MadeCell {
  if (cell === '') return null;
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) return { day: cell };
  return isMoney && /^-?\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : cell;
}

interface Column {
  readonly heading: string;
  readonly cell: (movement: ToldMovement) => string;
  readonly isMoney?: boolean;
}

function columnsOf(layout: CsvLayout, file: ToldFile, loans: readonly string[]): readonly Column[] {
  const headings = HEADINGS[layout.headings];
  const date = (day: number) =>
    layout.dates === 'iso' ? dateOf(day) : dateOf(day).split('-').toReversed().join('/');
  const side = (direction: string) => (movement: ToldMovement) =>
    movement.direction === direction ? amountOf(movement, file, layout) : layout.blank;
  const when = (shown: boolean, heading: string, cell: Column['cell']) => (shown ? [{ heading, cell }] : []);
  const money = (shown: boolean, heading: string, cell: Column['cell']) =>
    when(shown, heading, cell).map((column) => ({ ...column, isMoney: true }));
  const signed = layout.amount === 'signed';
  return [
    ...when(layout.account === 'column', headings.account, ({ account }) => ACCOUNTS[account] as string),
    { heading: headings.date, cell: ({ day }) => date(day) },
    ...when(layout.valueDate, headings.valueDate, ({ day, id }) => date(day + (id % 2))),
    { heading: headings.text, cell: (movement) => textOf(movement, loans, layout.text) },
    ...when(layout.reference, headings.reference, ({ reference }) => reference ?? layout.placeholder),
    ...when(layout.branch, headings.branch, ({ account }) => `Branch ${account + 1}`),
    ...money(!signed, headings.debit, side('debit')),
    ...money(!signed, headings.credit, side('credit')),
    ...money(signed, headings.amount, (movement) => {
      return `${movement.direction === 'credit' ? '+' : '-'}${amountOf(movement, file, layout)}`;
    }),
    ...money(layout.balance, headings.balance, ({ balance }) => inPounds(balance, layout)),
    ...when(
      layout.status,
      headings.status,
      (movement) => STATUS_WORDS[statusOn(movement, file.madeOn) as keyof typeof STATUS_WORDS],
    ),
  ];
}

function amountOf({ id, amount }: ToldMovement, { damaged }: ToldFile, layout: CsvLayout): string {
  const text = inPounds(amount, layout);
  return damaged.includes(id) ? `${text.slice(0, 1)}x${text.slice(1)}` : text;
}

function inPounds(piastres: number, { amounts }: CsvLayout): string {
  const text = poundsOf(piastres);
  if (amounts === 'short') return String(Number(text));
  return amounts === 'grouped' ? text.replace(/\B(?=(\d{3})+\.)/g, ',') : text;
}

function quoted(cell: string, { delimiter, quotes }: CsvLayout): string {
  return quotes === 'all' || cell.includes(delimiter) || cell.includes('"')
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;
}

/** Days stay together, whatever the order in them. */
function ordered(told: readonly ToldMovement[], order: CsvLayout['order']): readonly ToldMovement[] {
  if (order === 'oldest') return told;
  if (order === 'newest') return told.toReversed();
  const mixed = ({ id }: ToldMovement) => Math.imul(id + 1, 0x9e3779b1) >>> 0;
  return told.toSorted((a, b) => a.day - b.day || mixed(a) - mixed(b));
}

/** The profile somebody has kept for the files of an account, naming its columns. */
function sourceOf({ account }: ToldFile, layout: CsvLayout): { name: string; document: unknown } {
  const headings = HEADINGS[layout.headings];
  const columns = {
    payment_date: headings.date,
    details: headings.text,
    ...(layout.reference ? { reference: headings.reference } : {}),
    ...(layout.valueDate ? { value_date: headings.valueDate } : {}),
    ...(layout.amount === 'signed'
      ? { amount: headings.amount }
      : { credit: headings.credit, debit: headings.debit }),
    ...(layout.balance ? { balance: headings.balance } : {}),
    ...(layout.status ? { status: headings.status } : {}),
  };
  const sign = layout.amount === 'signed' ? 'sign' : 'columns';
  return { name: 'bank', document: { columns, sign, account: ACCOUNTS[account] } };
}
