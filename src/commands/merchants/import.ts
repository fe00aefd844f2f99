import type { Backend } from '../../contract/backend.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { askedReading } from '../asked-reading.ts';
import { COUNT_COLUMNS, type ImportedLine, importData } from '../data-import.ts';
import {
  DATE_FORMAT_OPTION,
  DECIMAL_OPTION,
  ENCODING_OPTION,
  SHEET_OPTION,
  STATUS_OPTION,
} from '../reading-options.ts';
import { given, textOption } from '../typed-values.ts';
import { EarlierParents } from './earlier-parents.ts';
import { RefundsLast } from './refunds-last.ts';

/** Records a call: few enough that they are gone before the collector of garbage has to carry them along. */
const BATCH_SIZE = 1_000;

const INPUT_FORMATS = [
  'jsonl',
  'shopify-csv',
  'shopify-json',
  'woocommerce-csv',
  'woocommerce-json',
  'amazon-settlement',
  'amazon-date-range',
];

/** `merchants import FILE…`: takes merchants, stores and orders into the data set. */
export const command: CommandDefinition = {
  path: ['merchants', 'import'],
  says: 'Import merchants, stores and orders: JSON Lines, and order exports of shops.',
  more: 'Reads our JSON Lines, orders of Shopify (CSV and JSON) and WooCommerce (CSV and JSON), and Amazon settlement and date-range reports, gzip too, and such a CSV saved as a workbook (XLSX, ODS); the format is told from the content. The same file again changes nothing. Refused records never stop good ones; they are written beside the input, with line, field, value and reason, and the exit code is 8. Times without an offset in a WooCommerce CSV are read as Cairo time, unless --time-zone says another. Refunds count against orders of any file of the command and of the ledger.',
  args: [
    {
      name: 'FILE',
      says: 'data files, - for standard input',
      asks: 'Which file?',
      required: true,
      variadic: true,
      of: 'file',
    },
  ],
  options: [
    {
      flag: '--store',
      value: { name: 'STORE', kind: 'text' },
      says: 'whose orders an export holds: a store id, or MERCHANT/STORE',
    },
    {
      flag: '--input-format',
      value: { name: 'FORMAT', kind: 'choice', choices: INPUT_FORMATS },
      says: 'what the files are, instead of telling it from their content',
    },
    SHEET_OPTION,
    {
      ...ENCODING_OPTION,
      says: 'how letters are encoded, when the first bytes do not tell (default: utf-8)',
    },
    DECIMAL_OPTION,
    DATE_FORMAT_OPTION,
    { ...STATUS_OPTION, says: `${STATUS_OPTION.says}; of orders these are paid, voided and refunded` },
    {
      flag: '--time-zone',
      value: { name: 'ZONE', kind: 'text' },
      says: 'zone of times without an offset in a CSV, such as +02:00 or Africa/Cairo',
    },
    {
      flag: '--results',
      value: { name: 'DIR', kind: 'file' },
      says: 'folder for the file of refused records (default: beside the input)',
    },
    { flag: '--strict', says: 'import nothing when any record is refused (exit 3)' },
  ],
  examples: [
    { line: 'loandesk merchants import shop-orders.jsonl.gz', says: 'idempotent: run it every night' },
    { line: 'loandesk merchants import orders_export.csv --store nile-web', says: 'an export of one shop' },
  ],
  writes: true,
  calls: ['merchants.import'],
  exitCodes: [3, 8],
  columns: () => COUNT_COLUMNS,
  foundsLedger: true,
  run(input, deps) {
    const store = textOption(input, 'store') ?? null;
    const options = {
      inputFormat: textOption(input, 'inputFormat') ?? null,
      encoding: textOption(input, 'encoding') ?? null,
      ownerKnown: store !== null,
      ...given({
        sheet: textOption(input, 'sheet'),
        decimal: textOption(input, 'decimal'),
        dateFormat: textOption(input, 'dateFormat'),
        timeZone: textOption(input, 'timeZone'),
        status: textOption(input, 'status'),
      }),
    };
    const answered = new Map<string, Readonly<Record<string, string>>>();
    const parents = new EarlierParents();
    const refunds = new RefundsLast();
    return importData(
      {
        paths: input.args,
        exportKind: 'order',
        resultsFolder: textOption(input, 'results') ?? null,
        strict: input.options.strict === true,
        read: (path) => {
          const read = (answers: Readonly<Record<string, string>>) =>
            deps.rooms.readMerchantFile(path, BATCH_SIZE, { ...options, ...answers });
          return refunds.setAside(path, askedReading(path, answered, read, deps));
        },
        readLast: (path) => refunds.of(path),
        take: (lines, rehearsed, calls) => takeBatch(lines, store, rehearsed ? parents : null, calls),
      },
      deps,
    );
  },
};

async function takeBatch(
  lines: readonly ImportedLine[],
  store: string | null,
  parents: EarlierParents | null,
  calls: Pick<Backend, 'call'>,
) {
  const owner = store !== null && lines.some(namesNoMerchant) ? store : null;
  const assumed = parents?.neededBy(lines, owner) ?? [];
  parents?.note(lines);
  return calls.call(
    'merchants.import',
    {
      records: lines as ImportedLine[],
      ...(owner === null ? {} : { store: owner }),
      ...(assumed.length === 0 ? {} : { assumed: assumed as ImportedLine[] }),
    },
    { dryRun: parents !== null },
  );
}

function namesNoMerchant({ value }: ImportedLine): boolean {
  const { kind, merchant } = (value ?? {}) as { kind?: unknown; merchant?: unknown };
  return (kind === 'order' || kind === 'refund') && (merchant === undefined || merchant === null);
}
