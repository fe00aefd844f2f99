import type { OperationOutput } from '../../contract/operation-types.ts';
import type { CommandDefinition, Deps } from '../../shell/command-definition.ts';
import { awaiting } from '../awaiting.ts';
import { carryOut } from '../carry-out.ts';
import { changesInWords } from '../corrections-in-words.ts';
import { moneyInWords } from '../named-in-questions.ts';
import { textOption } from '../typed-values.ts';

type Undone = OperationOutput<'payment_batches.undo'>;

/** So many payments are named before the question. */
const NAMED = 20;

/** `pay undo BAT`: takes a whole import back. */
export const command: CommandDefinition = {
  path: ['pay', 'undo'],
  says: 'Take an imported file back: its payments are reversed, its rows may be imported anew.',
  more: 'All of it or nothing: where one payment cannot be taken back, none is, and the message names it. Payments made of what the file left in review are reversed too, and what waits there is withdrawn; what was dismissed stays so.',
  args: [{ name: 'BAT', says: 'id of the batch', required: true, of: 'batch', ids: 'batch-standing' }],
  options: [
    {
      flag: '--reason',
      value: { name: 'TEXT', kind: 'text' },
      says: 'why',
      asks: 'Why is it taken back?',
      required: true,
      field: 'reason',
    },
  ],
  examples: [
    { line: 'loandesk pay undo BAT-7K3QX9B23 --reason "the file of another branch"', says: 'asks first' },
    { line: 'loandesk pay undo BAT-7K3QX9B23 --reason "wrong file" --dry-run', says: 'look first' },
  ],
  writes: true,
  calls: ['payment_batches.undo', 'payments.list'],
  exitCodes: [8],
  columns: () => COLUMNS,
  async run(input, deps) {
    const request = { batch_id: input.args[0] ?? '', reason: textOption(input, 'reason') ?? '' };
    const done = await carryOut(deps, 'payment_batches.undo', request, async (plan) => ({
      summary: [...undoInWords(plan), ...(await paymentsInWords(plan, deps)), ...changes(plan)],
      question: 'Take this import back?',
      defaultYes: false,
    }));
    if (!done.ok) return done;
    const { isAwaiting, exitCode, notices } = awaiting(done.value, deps);
    const told = deps.dryRun || (deps.assumeYes && !isAwaiting);
    return {
      ok: true,
      data: done.value,
      view: { shape: 'record', columns: COLUMNS },
      exitCode,
      notices: [...(told ? [...undoInWords(done.value), ...changes(done.value)] : []), ...notices],
    };
  },
};

const COLUMNS = [
  { key: 'batch_id', title: 'Batch', kind: 'id' },
  { key: 'file_name', title: 'File', kind: 'text' },
  { key: 'undone_at', title: 'Undone at', kind: 'timestamp' },
  { key: 'reason', title: 'Reason', kind: 'text' },
  { key: 'reversed.payments', title: 'Payments reversed', kind: 'integer' },
  { key: 'reversed.amount', title: 'Their amount', kind: 'money' },
  { key: 'reversed.loans', title: 'Loans', kind: 'integer' },
  { key: 'withdrawn', title: 'Withdrawn currencies', kind: 'integer' },
  { key: 'freed_rows', title: 'Rows free again', kind: 'integer' },
  { key: 'corrections', title: 'Payments changed', kind: 'integer' },
] as const;

function undoInWords(plan: Undone): string[] {
  const { reversed, withdrawn, stay_reversed: stay, file_name } = plan;
  const file = file_name === null ? 'from standard input' : file_name;
  const held = withdrawn.map(
    ({ currency, count, sum }) => `${counted(count, 'row')} of ${grouped(sum)} ${currency}`,
  );
  return [
    `Batch ${plan.batch_id} (${file}), imported on ${plan.posted_on}: ${counted(reversed.payments, 'payment')} of ${grouped(reversed.amount)} EGP on ${counted(reversed.loans, 'loan')} reversed, ${counted(plan.freed_rows, 'row')} free to be imported anew.`,
    ...(held.length === 0 ? [] : [`Withdrawn from review: ${held.join(', ')}.`]),
    ...(stay.length === 0 ? [] : [`Taken back by a return in it, and staying so: ${stay.join(', ')}.`]),
  ];
}

/** The first payments it reverses, a line each. */
async function paymentsInWords({ batch_id, reversed }: Undone, deps: Deps): Promise<string[]> {
  if (reversed.payments === 0) return [];
  const backend = await deps.backend();
  const listed = await backend.call('payments.list', { batch: batch_id, size: NAMED });
  if (!listed.ok) return [];
  const standing = listed.value.filter(({ status }) => status === 'posted');
  const lines = standing.map(
    (one) =>
      `  ${one.payment_id}: ${moneyInWords(one.payment_amount)} on ${one.payment_date}, loan ${one.loan_id}`,
  );
  const left = reversed.payments - lines.length;
  return left > 0 ? [...lines, `  and ${left} more: loandesk pay ls --batch ${batch_id}`] : lines;
}

function changes({ corrections }: Undone): string[] {
  return changesInWords({ corrections });
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function grouped(sum: string): string {
  return sum.replace(/\B(?=(\d{3})+\.)/g, ',');
}
