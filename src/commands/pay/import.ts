import type { Problem } from '../../contract/problem.ts';
import { formatAmount, parseAmount } from '../../domain/money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { CommandDefinition, CommandInput, CommandResult } from '../../shell/command-definition.ts';
import {
  ALL_COLUMNS,
  documentOfRun,
  documentWithRows,
  rowsOfRun,
  rowsView,
  SUMS_VIEW,
  sumsOfRun,
} from '../payment-files/batch-document.ts';
import type { ImportChoices, TakenFile } from '../payment-files/import-file.ts';
import { importFiles, type TakenFiles } from '../payment-files/import-files.ts';
import {
  DATE_FORMAT_OPTION,
  DECIMAL_OPTION,
  ENCODING_OPTION,
  SHEET_OPTION,
  SIGN_OPTION,
  STATUS_OPTION,
  statusAndFiles,
} from '../reading-options.ts';
import { switchOption, textOption } from '../typed-values.ts';

const NOTHING_POSTED = 3;
const WAITS_FOR_A_PERSON = 8;
const INTERRUPTED = 130;

const FORMATS = [
  'csv',
  'tsv',
  'xlsx',
  'ods',
  'html',
  'jsonl',
  'camt.052',
  'camt.053',
  'camt.054',
  'mt940',
  'mt942',
  'ofx',
  'qif',
  'bai2',
];
const READING = 'How the file is read';
const CHECKS = 'What must be right';

/** `pay import FILE…`: books what repayment files and bank statements say came in. */
export const command: CommandDefinition = {
  path: ['pay', 'import'],
  says: 'Book a file of repayments or a bank statement: all of it, or nothing.',
  more: 'Reads our own columns (loan_id, payment_amount, payment_date and, where wanted, payment_reference and payment_method; CSV, TSV, JSON Lines), bank CSVs, workbooks (XLSX, ODS, HTML tables named .xls), camt.052/053/054, MT940/942, OFX/QFX, QIF and BAI2, told from the content. The whole file is planned first: what is posted, known already, held for review, no repayment or refused. The same money is never booked twice. Where rows are refused nothing is posted, unless --on-error reject. What became of each row is written beside the file.',
  args: [
    {
      name: 'FILE',
      says: 'files, the oldest statement is taken first; - for standard input',
      asks: 'Which file?',
      required: true,
      variadic: true,
      of: 'file',
    },
  ],
  options: [
    {
      flag: '--on-error',
      value: { name: 'WHAT', kind: 'choice', choices: ['stop', 'reject'] },
      says: 'what refused rows do: stop the file (default), or go into FILE.rejects.csv',
    },
    {
      flag: '--expect-count',
      value: { name: 'N', kind: 'integer' },
      says: 'how many rows of money that came in the file must have',
      group: CHECKS,
    },
    {
      flag: '--expect-total',
      value: { name: 'N', kind: 'amount' },
      says: 'what they must add up to in EGP',
      group: CHECKS,
    },
    { flag: '--strict-balances', says: 'post nothing when balances do not tie', group: CHECKS },
    {
      flag: '--strict-sequence',
      says: 'post nothing when a statement does not follow the last one of its account',
      group: CHECKS,
    },
    {
      flag: '--source',
      value: { name: 'NAME', kind: 'text', ids: 'source' },
      says: 'how the files of this bank or wallet are read: a name of "sources ls"',
      group: READING,
    },
    {
      flag: '--input-format',
      value: { name: 'FORMAT', kind: 'choice', choices: FORMATS },
      says: 'what the file is, instead of telling it from its content',
      group: READING,
    },
    { ...SHEET_OPTION, group: READING },
    {
      ...ENCODING_OPTION,
      says: 'how letters are encoded, when the first bytes do not tell',
      group: READING,
    },
    { ...DECIMAL_OPTION, group: READING },
    { ...DATE_FORMAT_OPTION, group: READING },
    {
      flag: '--columns-map',
      value: { name: 'MAP', kind: 'text' },
      says: 'which column is what: payment_date=Date,credit=Credit,debit=Debit, or only those whose headings do not say it, reference=Trx Code; by number without headings, payment_date=1,amount=3',
      group: READING,
    },
    { ...SIGN_OPTION, group: READING },
    { ...STATUS_OPTION, group: READING },
    {
      flag: '--use',
      value: { name: 'DATE', kind: 'choice', choices: ['booking-date', 'value-date'] },
      says: 'which date of a row is the payment date (default: booking-date)',
      group: READING,
    },
    {
      flag: '--method',
      value: {
        name: 'METHOD',
        kind: 'choice',
        choices: ['auto_debit', 'manual_transfer', 'revenue_share'],
      },
      says: 'how the money came, of rows that do not say (default: as the source says)',
      group: READING,
    },
    {
      flag: '--results',
      value: { name: 'DIR', kind: 'file' },
      says: 'folder for the files written (default: beside the input)',
    },
    { flag: '--rows', says: 'print every row, and not only their sums' },
  ],
  examples: [
    { line: 'loandesk pay import statement.xml --dry-run', says: 'look first' },
    { line: 'loandesk pay import repayments.csv --yes', says: 'every morning; again changes nothing' },
    { line: 'loandesk pay import bank.csv --source delta --on-error reject', says: 'by a saved source' },
  ],
  writes: true,
  calls: ['payment_batches.plan', 'payment_batches.post'],
  exitCodes: [NOTHING_POSTED, WAITS_FOR_A_PERSON],
  columns: () => ALL_COLUMNS,
  conflict: ({ args }) =>
    args.includes('-') && args.length > 1
      ? {
          code: 'usage',
          detail: 'Standard input goes with no other file: which of them is older is not known beforehand.',
          hint: 'Import one after the other.',
        }
      : null,
  async run(input, deps) {
    const choices = choicesOf(input);
    if ('code' in choices) return { ok: false, problem: choices };
    const { files } = statusAndFiles(input);
    const taken = await importFiles(files, readingOf(input), choices, deps);
    if (!taken.ok) return taken;
    const several = deps.dryRun && files.length > 1 ? [EACH_BY_ITSELF] : [];
    return resultOf(taken.value, several, { withRows: switchOption(input, 'rows'), asJson: deps.asJson });
  },
};

/** A plan knows what the ledger has, and the other files are not in it. */
const EACH_BY_ITSELF =
  'Each file is planned by itself: what one of them would post is not counted for the next.';

function resultOf(
  { taken: files, stopped }: TakenFiles,
  more: readonly string[],
  { withRows, asJson }: { readonly withRows: boolean; readonly asJson: boolean },
): CommandResult {
  const why =
    stopped === null ? [] : [`${stopped.path} and what comes after it was not imported: ${stopped.why}`];
  const result = {
    ok: true,
    notices: [...files.flatMap(({ notices }) => notices), ...why, ...more],
    exitCode: stopped === null ? exitCodeOf(files) : stopped.interrupted ? INTERRUPTED : WAITS_FOR_A_PERSON,
    changedNothing: files.every(({ batch }) => batch.batch_id === null),
  } as const;
  if (asJson) {
    const view = SUMS_VIEW;
    if (withRows) return { ...result, data: null, view, stream: documentWithRows(files) };
    return { ...result, data: documentOfRun(files), view };
  }
  return withRows
    ? { ...result, data: rowsOfRun(files), view: rowsView(files) }
    : { ...result, data: sumsOfRun(files), view: SUMS_VIEW };
}

/**
 * Of several files: something was posted, and something waits, unless nothing of any was posted. A file about
 * them that could not be written waits for a person too, who with `--quiet` would not hear of it otherwise.
 */
function exitCodeOf(files: readonly TakenFile[]): number {
  const verdicts = files.map(({ batch }) => batch.verdict);
  if (verdicts.every((verdict) => verdict === 'done')) {
    return files.some(({ isUntold }) => isUntold) ? WAITS_FOR_A_PERSON : 0;
  }
  const postNothing = files.every(({ batch }) => batch.verdict === 'nothing_posted' || batch.new_rows === 0);
  return postNothing ? NOTHING_POSTED : WAITS_FOR_A_PERSON;
}

function choicesOf(input: CommandInput): ImportChoices | Problem {
  const count = textOption(input, 'expectCount');
  const total = textOption(input, 'expectTotal');
  const amount = total === undefined ? null : parseAmount(total, { grouping: true });
  if (isRefusal(amount)) {
    return {
      code: 'usage',
      detail: `--expect-total: ${amount.message}.`,
      hint: amount.hint ?? 'Give an amount in EGP.',
    };
  }
  if (count !== undefined && !/^\d{1,9}$/.test(count)) {
    return {
      code: 'usage',
      detail: `--expect-count: "${count}" is no number of rows.`,
      hint: 'Give a whole number.',
    };
  }
  return {
    on_error: textOption(input, 'onError') === 'reject' ? 'reject' : 'stop',
    expect_count: count === undefined ? null : Number(count),
    expect_total: amount === null ? null : formatAmount(amount),
    strict_balances: switchOption(input, 'strictBalances'),
    strict_sequence: switchOption(input, 'strictSequence'),
    use_value_date: textOption(input, 'use') === 'value-date',
    method: (textOption(input, 'method') ?? null) as ImportChoices['method'],
    resultsFolder: textOption(input, 'results') ?? null,
  };
}

function readingOf(input: CommandInput) {
  return {
    source: textOption(input, 'source'),
    inputFormat: textOption(input, 'inputFormat'),
    sheet: textOption(input, 'sheet'),
    encoding: textOption(input, 'encoding'),
    decimal: textOption(input, 'decimal'),
    dateFormat: textOption(input, 'dateFormat'),
    columnsMap: textOption(input, 'columnsMap'),
    sign: textOption(input, 'sign'),
    status: statusAndFiles(input).status,
  };
}
