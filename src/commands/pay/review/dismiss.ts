import type { OperationOutput } from '../../../contract/operation-types.ts';
import { shownText } from '../../../render/shown-cell.ts';
import type { CommandDefinition } from '../../../shell/command-definition.ts';
import { awaiting } from '../../awaiting.ts';
import { carryOut } from '../../carry-out.ts';
import { moneyInWords } from '../../named-in-questions.ts';
import { textOption } from '../../typed-values.ts';

type Dismissed = OperationOutput<'held_rows.dismiss'>;

/** `pay review dismiss HLD`: says that a held row is no repayment. */
export const command: CommandDefinition = {
  path: ['pay', 'review', 'dismiss'],
  says: 'Say that held money is no repayment, or is settled elsewhere; the row stays listed.',
  args: [{ name: 'HLD', says: 'id of the held row', required: true, of: 'held_row', ids: 'held-row-open' }],
  options: [
    {
      flag: '--reason',
      value: { name: 'TEXT', kind: 'text' },
      says: 'why',
      asks: 'Why is it dismissed?',
      required: true,
      field: 'reason',
    },
  ],
  examples: [
    { line: 'loandesk pay review dismiss HLD-7K3QX9B23 --reason "rent of the branch"', says: 'asks first' },
  ],
  writes: true,
  calls: ['held_rows.dismiss'],
  exitCodes: [8],
  columns: () => COLUMNS,
  async run(input, deps) {
    const request = { held_id: input.args[0] ?? '', reason: textOption(input, 'reason') ?? '' };
    const done = await carryOut(deps, 'held_rows.dismiss', request, (plan) => ({
      summary: [inWords(plan)],
      question: 'Dismiss it?',
      defaultYes: false,
    }));
    if (!done.ok) return done;
    const { exitCode, notices } = awaiting(done.value, deps);
    return { ok: true, data: done.value, view: { shape: 'record', columns: COLUMNS }, exitCode, notices };
  },
};

/** In whatever currency, with all its decimals: dinars have three. */
const AMOUNT = { key: 'amount', title: 'Amount', kind: 'unrounded_money' } as const;
const COLUMNS = [
  { key: 'held_id', title: 'Held row', kind: 'id' },
  { key: 'state', title: 'State', kind: 'status' },
  AMOUNT,
  { key: 'currency', title: 'Currency', kind: 'text' },
  { key: 'dismissed_amount', title: 'Dismissed', kind: 'money' },
  { key: 'dismissed_at', title: 'Dismissed at', kind: 'timestamp' },
  { key: 'reason', title: 'Reason', kind: 'text' },
  { key: 'batch_id', title: 'Batch', kind: 'id' },
] as const;

function inWords({ held_id, dismissed_amount, amount, currency }: Dismissed): string {
  if (dismissed_amount === null)
    return `${held_id} of ${shownText(amount, AMOUNT)} ${currency} goes to no loan.`;
  return `${moneyInWords(dismissed_amount)} ${currency} of ${held_id} goes to no loan and leaves the unallocated receipts.`;
}
