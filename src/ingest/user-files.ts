import type { Readable } from 'node:stream';
import type { AccountType } from '../domain/user-data.ts';
import { csvHistory } from './csv-history.ts';
import type { DataLine } from './data-line.ts';
import { decodedHead, decodedText, encodingByMark } from './decoded-text.ts';
import { type FileBytes, openFileBytes } from './file-bytes.ts';
import { type ContentKind, contentKind, type Expected } from './foreign-content.ts';
import { findHistoryLayout, hasKnownColumns } from './history-layout.ts';
import type { HistoryRow, HistoryText } from './history-row.ts';
import { jsonLines } from './json-lines.ts';
import { isMpesaStatement, MPESA_DEFAULTS, mpesaHistory } from './mpesa-history.ts';
import { openBankingHistory } from './open-banking-history.ts';
import { plaidHistory } from './plaid-history.ts';
import { flagNeeded, unreadableFile, unusableFlag } from './refused-file.ts';
import {
  type ReadOptions,
  readOptions,
  USER_FILE_FORMATS,
  type UserFileFormat,
  type UserFileOptions,
} from './user-file-options.ts';

/** Records a batch: small enough to let other writers in, large enough to be quick. */
const BATCH_SIZE = 5_000;
const HISTORY: Expected = { what: 'the history', as: 'CSV or XLSX' };

/**
 * Reads users, transactions and flags in batches: our own JSON Lines, or a transaction history of a bank or wallet
 * (CSV with a column map, an M-Pesa statement, Open Banking or Plaid JSON) told from its content, plain or gzip.
 * `-` is standard input. Throws the file system's own errors and {@link RefusedFile} when nothing of the file can
 * be taken; bad rows are answered, not thrown. Memory does not grow with the file, but for two numbers a row of a
 * history, from which equal rows are told apart.
 */
export async function* readUserFile(
  path: string,
  standardInput: Readable,
  options: UserFileOptions = {},
): AsyncGenerator<readonly DataLine[]> {
  const said = readOptions(options);
  const batchSize = options.batchSize ?? BATCH_SIZE;
  const file = await openFileBytes(path, standardInput);
  const encoding = said.encoding ?? encodingByMark(file.head) ?? 'utf-8';
  const content = await contentKind(file, encoding, HISTORY);
  if (content !== 'text' || said.sheet !== null) {
    yield* batches(historyInSheet(file, content, said), file.source, batchSize);
    return;
  }
  const head = decodedHead(file.head, encoding, file.source);
  const format = said.inputFormat ?? (await recognised(head, said, file.source));
  refuseUnusable(format, said, file.source);
  if (format === 'jsonl') {
    for await (const batch of jsonLines(file, batchSize, encoding)) {
      yield batch.map((line) => withSaid(line, said));
    }
    return;
  }
  if (format === 'csv' || format === 'mpesa') await file.holdForReadingTwice();
  const text = { source: file.source, head, read: () => decodedText(file.read(), encoding, file.source) };
  yield* batches(rowsOf(format, text, said), file.source, batchSize);
}

async function* batches(
  rows: AsyncIterable<HistoryRow>,
  source: string,
  batchSize: number,
): AsyncGenerator<readonly DataLine[]> {
  let batch: DataLine[] = [];
  for await (const row of rows) {
    batch.push({ source, ...row });
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A history in a workbook: its sheet is read as the text of a CSV. */
async function* historyInSheet(
  file: FileBytes,
  content: ContentKind,
  said: ReadOptions,
): AsyncGenerator<HistoryRow> {
  const [{ openSheet }, { dateColumns, rowsText, sheetText }] = await Promise.all([
    import('./workbooks/open-sheet.ts'),
    import('./workbooks/sheet-text.ts'),
  ]);
  const { source } = file;
  const saidOfBook = { encodings: { flag: said.encoding, profile: null }, format: null, sheet: said.sheet };
  const sheet = await openSheet(file, content, saidOfBook, HISTORY, async (rows) => {
    const head = `${rowsText(rows)}\n`;
    const format = said.inputFormat ?? (await recognised(head, said, source));
    if (format === 'mpesa') return { format, head, dates: dateColumns(rows), headingLine: 0 };
    if (format !== 'csv')
      throw unreadableFile(source, `is a workbook, not ${format}`, 'Leave --input-format out.');
    const { places, headingLine } = await findHistoryLayout({ source, head, read: noText }, said.columnsMap);
    const dates = [places.timestamp, places.value_date].filter((place) => place !== undefined);
    return { format, head, dates: new Set(dates), headingLine };
  });
  const { format, head, dates, headingLine } = sheet.found;
  let notes = sheet.newNotes(headingLine);
  const read = () => {
    notes = sheet.newNotes(headingLine);
    return sheetText(sheet.rows(dates, notes));
  };
  yield* rowsOf(format, { source, head, read }, said);
  for (const { message } of sheet.warnings(notes)) yield { line: headingLine, value: null, notice: message };
}

async function* noText(): AsyncGenerator<string> {}

function rowsOf(
  format: Exclude<UserFileFormat, 'jsonl'>,
  text: HistoryText,
  said: ReadOptions,
): AsyncGenerator<HistoryRow> {
  const { source } = text;
  const user = needed(said.user, source, 'whose transactions it holds', '--user USER');
  if (format === 'mpesa') {
    const owner = {
      user,
      institution: said.institution ?? MPESA_DEFAULTS.institution,
      accountType: said.accountType ?? MPESA_DEFAULTS.accountType,
    };
    return mpesaHistory(text, owner, said);
  }
  const institution = needed(said.institution, source, 'which institution it is of', '--institution NAME');
  if (format === 'plaid') {
    const { accountType, currency } = said;
    return plaidHistory(text, { user, institution, accountType, currency });
  }
  const hint = '--account-type credit_limit, debit, ewallet or telecom';
  const accountType: AccountType = needed(said.accountType, source, 'what type of account it is of', hint);
  const owner = { user, institution, accountType };
  return format === 'csv' ? csvHistory(text, owner, said) : openBankingHistory(text, owner);
}

/** What JSON says itself, and no flag has to. */
const OF_DELIMITED = {
  columnsMap: '--columns-map',
  dateOrder: '--date-format',
  decimal: '--decimal',
  sign: '--sign',
  status: '--status',
  clock: '--time-zone',
} as const;

/** Refuses a flag about the cells of delimited files for a file that has none. */
function refuseUnusable(format: UserFileFormat, said: ReadOptions, source: string): void {
  if (format === 'csv' || format === 'mpesa') return;
  for (const [option, flag] of Object.entries(OF_DELIMITED)) {
    if (said[option as keyof typeof OF_DELIMITED] === null) continue;
    throw unusableFlag(
      source,
      flag,
      `it is read where a file is delimited, and this one is ${IN_WORDS[format]}`,
    );
  }
}

const IN_WORDS = { jsonl: 'JSON Lines', 'open-banking': 'Open Banking JSON', plaid: 'Plaid JSON' } as const;

function needed<T>(value: T | null, source: string, what: string, flag: string): T {
  if (value !== null) return value;
  throw flagNeeded(source, `does not say ${what}`, `Give it with ${flag}.`);
}

/** Fills in what a line of ours leaves out and a flag says. */
function withSaid(line: DataLine, said: ReadOptions): DataLine {
  const { user, institution, accountType, currency } = said;
  const record = line.value as Readonly<Record<string, unknown>> | null;
  if (user === null && institution === null && accountType === null && currency === null) return line;
  if (typeof record !== 'object' || record === null || record.kind === 'user') return line;
  const filled = {
    ...(user === null ? {} : { user_id: user }),
    ...(institution === null ? {} : { institution_name: institution }),
    ...(accountType === null ? {} : { account_type: accountType }),
    ...(currency === null || record.kind !== 'transaction' ? {} : { amount_currency: currency }),
  };
  return { ...line, value: { ...filled, ...record } };
}

async function recognised(head: string, said: ReadOptions, source: string): Promise<UserFileFormat> {
  if (/"kind"\s*:\s*"(user|transaction|flag)"/.test(head)) return 'jsonl';
  if (/^\s*[[{]/.test(head)) {
    if (/"CreditDebitIndicator"\s*:|"Data"\s*:\s*\{\s*"Transaction"\s*:/.test(head)) return 'open-banking';
    if (/"(transaction_id|iso_currency_code|added|transactions)"\s*:/.test(head)) return 'plaid';
    if (/^\s*\{[^\n]*\}\s*(\n|$)/.test(head)) return 'jsonl';
  } else {
    if (await isMpesaStatement(head)) return 'mpesa';
    if (said.columnsMap !== null || (await hasKnownColumns(head, source))) return 'csv';
    throw flagNeeded(
      source,
      'is in no format that is known by its content',
      'For a CSV say which column is what, --columns-map timestamp=Date,amount=Amount; else --input-format.',
    );
  }
  throw unreadableFile(
    source,
    'is JSON in no form that is known',
    `Known are ${USER_FILE_FORMATS.join(', ')}; --input-format says which one a file is.`,
  );
}
