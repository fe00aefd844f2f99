import { groupThousands } from '../../render/cell-values.ts';
import { changesInWords } from '../corrections-in-words.ts';
import type { Batch, ImportedFile } from './batch-document.ts';

/** Lines of one kind that are told; the rest is counted. All are in the result file and in `--rows`. */
const MOST_LINES = 100;
const MOST_STATEMENTS = 5;

type Sums = Batch['outcomes']['post'];
type Row = Batch['rows'] extends Iterable<infer Each> ? Each : never;

/** What a file comes to, for a person to read before agreeing, or beside the result. */
export function batchInWords({ path, batch }: ImportedFile): string[] {
  const { outcomes, totals } = batch;
  const does = batch.dry_run || batch.batch_id === null ? 'to post' : 'posted';
  const split = `principal ${grouped(totals.principal)}, interest ${grouped(totals.interest)}`;
  const fees = isZero(totals.fees) ? '' : `, fees ${grouped(totals.fees)}`;
  const credit = isZero(totals.credit) ? '' : `, kept as credit ${grouped(totals.credit)}`;
  return [
    heading(path, batch),
    ...told(does, outcomes.post, `: ${split}${fees}${credit}`),
    ...told('already imported', outcomes.already_imported),
    ...told('held for review', outcomes.held),
    ...told('not a repayment', outcomes.not_a_repayment),
    ...told('refused', outcomes.refused),
    ...quietInWords(batch),
    ...capped(batch.statements.flatMap(statementInWords), MOST_STATEMENTS, 'statements'),
    ...capped(changesInWords({ corrections: batch.corrections.map(asNumbers) }), MOST_LINES, 'payments'),
    ...capped(
      batch.warnings.map((one) => `${isProposal(one) ? 'note' : 'warning'}: ${one.message}`),
      MOST_LINES,
      'warnings',
    ),
    ...batch.file_faults.map(fileFaultInWords),
    ...rowsInWords(batch, 'refused'),
    ...rowsInWords(batch, 'held'),
  ];
}

/** Whether a warning casts no doubt on the file, but says what to do about something it tells. */
export function isProposal({ code }: Batch['warnings'][number]): boolean {
  return code === 'disbursement_paid' || code === 'disbursement_returned';
}

function heading(path: string, batch: Batch): string {
  const { source_format, source_name, of_rejected, new_rows, known_rows } = batch;
  const source = source_name === null ? '' : ` by source ${source_name}`;
  const from = batch.already_posted_batch === null ? '' : ` with ${batch.already_posted_batch}`;
  const rejected = of_rejected ? ', rows refused before' : '';
  const name = path === '-' ? 'standard input' : path;
  const counted = `${new_rows.toLocaleString('en')} new, ${known_rows.toLocaleString('en')} already imported`;
  return `${name} (${source_format}${source}${rejected}): ${counted}${from}`;
}

/** Of a service of before nobody hears of them. */
function quietInWords({ quiet_statements: quiet = 0 }: Batch): string[] {
  if (quiet === 0) return [];
  const which = quiet === 1 ? 'its statement is' : `${quiet} of its statements are`;
  return [`  nothing new moved; ${which} kept, so that the next one follows`];
}

function told(what: string, sums: Sums, more = ''): string[] {
  return sums.map(
    ({ currency, count, sum }) =>
      `  ${what}: ${count.toLocaleString('en')} of ${grouped(sum)} ${currency}${more}`,
  );
}

/** `opening + in − out = closing` as far as that is so, where the statement says both balances. */
function statementInWords(statement: Batch['statements'][number]): string[] {
  const { account, currency, opening, closing, ties, credits, debits } = statement;
  if (opening === null || closing === null) return [];
  const sum = `${grouped(opening)} + ${grouped(credits.sum)} − ${grouped(debits.sum)}`;
  // A row that could not be read may be all that is missing.
  const equals = ties === null ? 'of what could be read, closing' : ties ? '=' : '≠';
  const whose = account === null ? 'account' : `account ${account}`;
  return [`  ${whose}: ${sum} ${equals} ${grouped(closing)} ${currency ?? ''}`.trimEnd()];
}

function fileFaultInWords({ line, message }: Batch['file_faults'][number]): string {
  return `refused: the file${line === null ? '' : `, line ${line}`}: ${message}`;
}

/** What is told of the rows of one outcome. Rows are made when they are asked for, so nobody asks for none. */
function rowsInWords(batch: Batch, outcome: 'refused' | 'held'): string[] {
  if (batch.outcomes[outcome].length === 0) return [];
  return capped(rowLines(batch.rows, outcome), MOST_LINES, `${outcome} rows`);
}

function* rowLines(rows: Iterable<Row>, outcome: 'refused' | 'held'): Generator<string> {
  for (const row of rows) {
    if (row.outcome !== outcome) continue;
    const where = `line ${row.line}${row.place === null ? '' : ` (${row.place})`}`;
    if (outcome === 'held') {
      const id = row.held_id === null ? '' : ` ${row.held_id}`;
      yield `held${id}: ${where}: ${grouped(row.amount ?? '')} ${row.currency}: ${row.reason} (${row.code})`;
      continue;
    }
    for (const fault of faultsOf(row)) {
      const value = fault.value === null ? '' : ` "${fault.value}"`;
      const cell = fault.column === null ? '' : ` ${fault.column}${value}:`;
      yield `refused: ${where}:${cell} ${fault.message} (${fault.code})`;
    }
  }
}

/** Every fault of a refused row; one refused for what it would do has a single one. */
function faultsOf(row: Row) {
  if (row.faults !== null && row.faults.length > 0) return row.faults;
  return [{ column: row.column, value: row.value, code: row.code ?? '', message: row.reason ?? '' }];
}

function capped(lines: Iterable<string>, most: number, what: string): string[] {
  const kept: string[] = [];
  let more = 0;
  for (const line of lines) {
    if (kept.length < most) kept.push(line);
    else more += 1;
  }
  return more === 0 ? kept : [...kept, `and ${more.toLocaleString('en')} more ${what}`];
}

function asNumbers({ payment_id, before, after }: Batch['corrections'][number]) {
  return { payment_id, before: inPounds(before), after: inPounds(after) };
}

function inPounds(split: Batch['corrections'][number]['before']) {
  return {
    principal_amount: Number(split.principal_amount),
    interest_amount: Number(split.interest_amount),
    fee_amount: Number(split.fee_amount),
    credit_amount: Number(split.credit_amount),
    recovered_amount: Number(split.recovered_amount),
    remaining_balance: Number(split.remaining_balance),
  };
}

function grouped(amount: string): string {
  return groupThousands(amount);
}

function isZero(amount: string): boolean {
  return /^[0.]*$/.test(amount);
}
