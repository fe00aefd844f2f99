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

/** A bank's CSV of a stretch of movements. */
export function renderCsv(
  file: ToldFile,
  layout: CsvLayout,
  movements: Movements,
  loans: readonly string[],
): RenderedFile {
  const columns = columnsOf(layout, file, loans);
  const inOrder = toldOf(file, movements, layout.status);
  const line = (cells: readonly string[]) => cells.map((cell) => quoted(cell, layout)).join(layout.delimiter);
  const [whole] = stretchesOf(inOrder, false);
  const between = columns.slice(2).map(() => '');
  const around = (label: string, piastres: number | undefined) =>
    layout.balanceLines && piastres !== undefined
      ? [line([label, ...between, inPounds(piastres, layout)])]
      : [];
  const mark = layout.marked ? '\ufeff' : '';
  const lines = [
    ...(layout.account === 'above' ? [line(['Account number', ACCOUNTS[file.account] as string])] : []),
    ...around('Opening balance', whole?.opening),
    line(columns.map(({ heading }) => heading)),
    ...ordered(inOrder, layout.order).map((movement) => {
      return { movement, text: line(columns.map(({ cell }) => cell(movement))) };
    }),
    ...around('Closing balance', whole?.closing),
  ];
  const [first, ...others] = lines;
  return fileOfLines([`${mark}${first as string}`, ...others], {
    read: {
      ...(layout.dates === 'slashed' ? { dateFormat: 'DD/MM/YYYY' } : {}),
      ...(layout.account === 'source' ? { profile: sourceOf(file, layout) } : {}),
    },
  });
}

interface Column {
  readonly heading: string;
  readonly cell: (movement: ToldMovement) => string;
}

function columnsOf(layout: CsvLayout, file: ToldFile, loans: readonly string[]): readonly Column[] {
  const headings = HEADINGS[layout.headings];
  const date = (day: number) =>
    layout.dates === 'iso' ? dateOf(day) : dateOf(day).split('-').toReversed().join('/');
  const side = (direction: string) => (movement: ToldMovement) =>
    movement.direction === direction ? amountOf(movement, file, layout) : layout.blank;
  const when = (shown: boolean, heading: string, cell: Column['cell']) => (shown ? [{ heading, cell }] : []);
  const signed = layout.amount === 'signed';
  return [
    ...when(layout.account === 'column', headings.account, ({ account }) => ACCOUNTS[account] as string),
    { heading: headings.date, cell: ({ day }) => date(day) },
    ...when(layout.valueDate, headings.valueDate, ({ day, id }) => date(day + (id % 2))),
    { heading: headings.text, cell: (movement) => textOf(movement, loans, layout.text) },
    ...when(layout.reference, headings.reference, ({ reference }) => reference ?? layout.placeholder),
    ...when(layout.branch, headings.branch, ({ account }) => `Branch ${account + 1}`),
    ...when(!signed, headings.debit, side('debit')),
    ...when(!signed, headings.credit, side('credit')),
    ...when(signed, headings.amount, (movement) => {
      return `${movement.direction === 'credit' ? '+' : '-'}${amountOf(movement, file, layout)}`;
    }),
    ...when(layout.balance, headings.balance, ({ balance }) => inPounds(balance, layout)),
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
