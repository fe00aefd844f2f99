import type { OperationOutput } from '../../contract/operation-types.ts';
import type { Outcome } from '../../contract/problem.ts';
import { groupThousands } from '../../render/cell-values.ts';
import { pain001Text } from '../../render/pain-001.ts';
import { payoutCsvText } from '../../render/payout-csv.ts';
import type { Column } from '../../render/view.ts';
import type { CommandDefinition, CommandInput, Deps } from '../../shell/command-definition.ts';
import { given, textOption } from '../typed-values.ts';

const FORMATS = ['pain.001', 'csv'] as const;

type Batch = OperationOutput<'disbursements.export'>;

/** `disbursements export`: what is pending, as a file for the bank's payments; each disbursement once. */
export const command: CommandDefinition = {
  path: ['disbursements', 'export'],
  says: 'Hand pending disbursements on to the bank as a payment file, each of them once.',
  more: 'The file is a credit transfer initiation (pain.001.001.09), which takes bank transfers and names the account of the policy payout_account, or CSV, which takes all. Count and sum are in it. Nothing is sent. What was handed on is recorded as a batch, whose file --batch writes again.',
  args: [],
  options: [
    {
      flag: '--date',
      value: { name: 'DATE', kind: 'date' },
      says: 'only what is to go out on or before that day (default: all that is pending)',
      field: 'date',
    },
    {
      flag: '--format',
      value: { name: 'FORMAT', kind: 'choice', choices: FORMATS },
      says: 'pain.001 (default) or csv',
    },
    {
      flag: '--out',
      value: { name: 'FILE', kind: 'file' },
      says: 'write it to a new file instead of standard output (-)',
    },
    {
      flag: '--batch',
      value: { name: 'BAT', kind: 'id' },
      says: 'write the file of an earlier batch again, and hand on nothing',
    },
  ],
  examples: [
    { line: 'loandesk disbursements export --out payouts.xml', says: 'all that is pending' },
    { line: 'loandesk disbursements export --batch BAT-7K3QX9B23 > again.xml', says: 'the file got lost' },
  ],
  writes: true,
  calls: ['disbursements.export', 'disbursements.exported'],
  exitCodes: [2, 6],
  columns: () => COLUMNS,
  conflict: ({ options }) =>
    options.batch === undefined || (options.date === undefined && options.format === undefined)
      ? null
      : {
          code: 'usage',
          detail: '--batch goes with neither --date nor --format.',
          hint: 'Give --batch alone.',
        },
  async run(input, deps) {
    const isAgain = textOption(input, 'batch') !== undefined;
    const typedOut = textOption(input, 'out');
    const out = typedOut === '-' ? undefined : typedOut;
    // Before anything is recorded; whether the file can be written is known only when it is.
    if (out !== undefined && typeof (await deps.readText(out)) === 'string') {
      return { ok: false, problem: { code: 'file_exists', detail: `${out} is there already.` } };
    }
    const answer = await batchOf(input, deps);
    if (!answer.ok) return answer;
    const batch = answer.value;
    const data = summaryOf(batch);
    const view = { shape: 'record', columns: COLUMNS } as const;
    const changedNothing = isAgain || batch.count === 0;
    const notices = noticesOf(batch, isAgain || deps.dryRun);
    if (deps.dryRun && !isAgain) return { ok: true, data: { ...data, dry_run: true }, view, notices };
    const text = batch.count === 0 ? '' : fileText(batch);
    if (out === undefined) return { ok: true, data, view, notices, changedNothing, stream: only(text) };
    if (text === '') return { ok: true, data, view, notices, changedNothing };
    const problem = await deps.rooms.writeNewFile(out, text);
    if (problem === null) return { ok: true, data: { ...data, path: out }, view, notices, changedNothing };
    const hint = `It is recorded. Write it elsewhere: loandesk disbursements export --batch ${batch.batch_id} --out FILE`;
    return { ok: false, problem: { ...problem, hint } };
  },
};

async function batchOf(input: CommandInput, deps: Deps): Promise<Outcome<Batch>> {
  const backend = await deps.backend();
  const batchId = textOption(input, 'batch');
  if (batchId !== undefined) return backend.call('disbursements.exported', { batch_id: batchId });
  const asked = given({ date: textOption(input, 'date'), format: textOption(input, 'format') });
  return backend.call('disbursements.export', asked, deps.dryRun ? { dryRun: true } : {});
}

function fileText(batch: Batch): string {
  return batch.format === 'csv' ? payoutCsvText(batch) : pain001Text(batch);
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}

function summaryOf({ batch_id, format, exported_at, count, total_amount, left_out }: Batch) {
  return { batch_id, format, exported_at, count, total_amount, left_out, path: null };
}

function noticesOf(batch: Batch, recordsNothing: boolean): string[] {
  const { count, left_out: left } = batch;
  const leftOut =
    left === 0 ? [] : [`${counted(left)} left out: --format csv takes those by wallet and check too`];
  if (count === 0) return ['Nothing is pending that was not handed on.', ...leftOut];
  return [
    `${batch.batch_id ?? 'the batch'}: ${counted(count)}, ${groupThousands(batch.total_amount)} EGP`,
    ...(recordsNothing ? [] : ['Recorded, not sent: give the file to the bank.']),
    ...leftOut,
  ];
}

function counted(count: number): string {
  return `${count} ${count === 1 ? 'disbursement' : 'disbursements'}`;
}

const COLUMNS: readonly Column[] = [
  { key: 'batch_id', title: 'Batch', kind: 'id' },
  { key: 'format', title: 'Format', kind: 'text' },
  { key: 'exported_at', title: 'Handed on at', kind: 'timestamp' },
  { key: 'count', title: 'Disbursements', kind: 'integer' },
  { key: 'total_amount', title: 'Sum', kind: 'decimal' },
  { key: 'left_out', title: 'Left out', kind: 'integer' },
  { key: 'path', title: 'File', kind: 'id' },
];
