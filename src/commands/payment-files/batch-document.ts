import type { OperationOutput } from '../../contract/operation-types.ts';
import { jsonText } from '../../render/json.ts';
import type { Column, ListView } from '../../render/view.ts';

export type Batch = OperationOutput<'payment_batches.plan'>;

/** What one file came to, and the path it was named by. */
export interface ImportedFile {
  readonly path: string;
  readonly batch: Batch;
}

const OUTCOMES = ['post', 'already_imported', 'held', 'not_a_repayment', 'refused'] as const;

/** The document of one file: what `--json` prints. */
function documentOf({ batch }: ImportedFile) {
  const { batch_id, digest, source_format, dry_run, statements, outcomes, totals, warnings } = batch;
  const {
    of_rejected,
    new_rows,
    known_rows,
    quiet_statements = 0,
    already_posted_batch,
    file_faults,
    corrections,
  } = batch;
  return {
    batch_id,
    digest,
    source_format,
    dry_run,
    statements,
    outcomes,
    totals,
    warnings,
    of_rejected,
    new_rows,
    known_rows,
    quiet_statements,
    already_posted_batch,
    file_faults,
    corrections,
  };
}

/** The document of a run: that of its one file, or those of several with the path of each. */
export function documentOfRun(files: readonly ImportedFile[]): unknown {
  const [only] = files;
  if (files.length === 1 && only !== undefined) return documentOf(only);
  return { files: files.map((file) => ({ file: file.path, ...documentOf(file) })) };
}

/** The same with the rows of each file, a piece at a time: there may be a hundred thousand. */
export async function* documentWithRows(files: readonly ImportedFile[]): AsyncGenerator<string> {
  const [only] = files;
  if (files.length === 1 && only !== undefined) {
    yield* withRows(documentOf(only), only.batch, '');
    yield '\n';
    return;
  }
  yield '{\n  "files": [';
  for (const [at, file] of files.entries()) {
    yield `${at === 0 ? '' : ','}\n    `;
    yield* withRows({ file: file.path, ...documentOf(file) }, file.batch, '    ');
  }
  yield '\n  ]\n}\n';
}

const ROWS_A_PIECE = 500;

function* withRows(document: object, { rows }: Batch, indent: string): Generator<string> {
  const frame = jsonText(document, 2).replaceAll('\n', `\n${indent}`);
  yield `${frame.slice(0, frame.lastIndexOf('\n'))},\n${indent}  "rows": [`;
  let text = '';
  let count = 0;
  for (const row of rows) {
    text += `${count === 0 ? '' : ','}\n${indent}    ${jsonText(row, 0)}`;
    count += 1;
    if (count % ROWS_A_PIECE !== 0) continue;
    yield text;
    text = '';
  }
  yield count === 0 ? `]\n${indent}}` : `${text}\n${indent}  ]\n${indent}}`;
}

/** The sums of each outcome and currency, as rows of a table; an outcome without any row is there as well. */
export function sumsOfRun(files: readonly ImportedFile[]) {
  return {
    files: files.length,
    sums: files.flatMap(({ path, batch }) =>
      OUTCOMES.flatMap((outcome) => {
        const sums = batch.outcomes[outcome];
        const shown = sums.length === 0 ? [{ currency: null, count: 0, sum: '0.00' }] : sums;
        return shown.map((one) => ({ file: path, batch_id: batch.batch_id, outcome, ...one }));
      }),
    ),
    statements: files.flatMap(({ path, batch }) =>
      batch.statements.map(({ credits, debits, ...one }) => ({
        file: path,
        ...one,
        in: credits.sum,
        out: debits.sum,
      })),
    ),
  };
}

const SUM_COLUMNS: readonly Column[] = [
  { key: 'file', title: 'File', kind: 'id' },
  { key: 'batch_id', title: 'Batch', kind: 'id' },
  { key: 'outcome', title: 'Outcome', kind: 'text' },
  { key: 'currency', title: 'Currency', kind: 'text' },
  { key: 'count', title: 'Rows', kind: 'integer' },
  { key: 'sum', title: 'Sum', kind: 'decimal' },
];

export const SUMS_VIEW: ListView = {
  shape: 'list',
  rowsKey: 'sums',
  columns: SUM_COLUMNS,
  below: {
    key: 'statements',
    title: 'Statements',
    columns: [
      { key: 'account', title: 'Account', kind: 'id' },
      { key: 'currency', title: 'Currency', kind: 'text' },
      { key: 'opening', title: 'Opening', kind: 'decimal' },
      { key: 'in', title: 'In', kind: 'decimal' },
      { key: 'out', title: 'Out', kind: 'decimal' },
      { key: 'closing', title: 'Closing', kind: 'decimal' },
      { key: 'ties', title: 'Ties', kind: 'boolean' },
    ],
  },
  empty: 'No file.',
};

/** Columns of rows, as `--rows` and the result file have them. */
export const ROW_COLUMNS: readonly Column[] = [
  { key: 'line', title: 'Line', kind: 'integer' },
  { key: 'reference', title: 'Reference', kind: 'id' },
  { key: 'amount', title: 'Amount', kind: 'decimal' },
  { key: 'currency', title: 'Currency', kind: 'text' },
  { key: 'date', title: 'Date', kind: 'date' },
  { key: 'outcome', title: 'Outcome', kind: 'text' },
  { key: 'reason', title: 'Reason', kind: 'text' },
  { key: 'loan_id', title: 'Loan', kind: 'id' },
  { key: 'payment_id', title: 'Payment', kind: 'id' },
  { key: 'principal_amount', title: 'Principal', kind: 'decimal' },
  { key: 'interest_amount', title: 'Interest', kind: 'decimal' },
  { key: 'remaining_balance', title: 'Remaining balance', kind: 'decimal' },
  { key: 'fee_amount', title: 'Fees', kind: 'decimal' },
  { key: 'credit_amount', title: 'Credit', kind: 'decimal' },
  { key: 'code', title: 'Code', kind: 'text' },
  { key: 'column', title: 'Column', kind: 'text' },
  { key: 'value', title: 'Value', kind: 'text' },
  { key: 'held_id', title: 'Held row', kind: 'id' },
  { key: 'batch_id', title: 'First batch', kind: 'id' },
  { key: 'place', title: 'Place', kind: 'text' },
];

/** The rows of all files, for the formats that are tables of rows. */
export function rowsOfRun(files: readonly ImportedFile[]): readonly unknown[] {
  if (files.length === 1) return [...(files[0]?.batch.rows ?? [])];
  return files.flatMap(({ path, batch }) => [...batch.rows].map((row) => ({ file: path, ...row })));
}

/** A view of the rows; those of several files say which. */
export function rowsView(files: readonly ImportedFile[]): ListView {
  const columns: readonly Column[] =
    files.length === 1 ? ROW_COLUMNS : [{ key: 'file', title: 'File', kind: 'id' }, ...ROW_COLUMNS];
  return { shape: 'list', columns, empty: 'No row in the file.' };
}

/** Every column a run may print: which ones depends on `--rows`. */
export const ALL_COLUMNS: readonly Column[] = [
  ...SUM_COLUMNS,
  ...ROW_COLUMNS.filter(({ key }) => !SUM_COLUMNS.some((known) => known.key === key)),
];
