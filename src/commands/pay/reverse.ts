import type { CommandDefinition } from '../../shell/command-definition.ts';
import { carryOut } from '../carry-out.ts';
import { correctedResult } from '../corrected-result.ts';
import { changesInWords } from '../corrections-in-words.ts';
import { loanInWords } from '../named-in-questions.ts';
import { textOption } from '../typed-values.ts';

/** `pay reverse PAY`: takes a payment back. */
export const command: CommandDefinition = {
  path: ['pay', 'reverse'],
  says: 'Take a payment back; the loan is then as if it had never been.',
  more: 'Payments dated after it are divided anew. Nothing is deleted: every entry it changes is mirrored.',
  args: [
    { name: 'PAYMENT', says: 'id of the payment', required: true, of: 'payment', ids: 'payment-posted' },
  ],
  options: [
    {
      flag: '--reason',
      value: { name: 'TEXT', kind: 'text' },
      says: 'why',
      asks: 'Why is it taken back?',
      required: true,
    },
  ],
  examples: [
    { line: 'loandesk pay reverse PAY-2C7D9F1KA --reason "returned by the bank"', says: 'asks first' },
    { line: 'loandesk pay reverse PAY-2C7D9F1KA --reason "wrong loan" --dry-run', says: 'look first' },
  ],
  writes: true,
  calls: ['payments.reverse', 'loans.get'],
  exitCodes: [8],
  columns: () => COLUMNS,
  async run(input, deps) {
    const done = await carryOut(
      deps,
      'payments.reverse',
      { payment_id: input.args[0] ?? '', reason: textOption(input, 'reason') ?? '' },
      async (plan) => ({
        summary: [
          `Payment ${plan.payment_id} on ${await loanInWords(plan.loan_id, deps)} will count as never made.`,
          ...changesInWords(plan),
        ],
        question: 'Reverse this payment?',
        defaultYes: false,
      }),
    );
    if (!done.ok) return done;
    return correctedResult(done.value, COLUMNS, deps);
  },
};

const COLUMNS = [
  { key: 'payment_id', title: 'Payment', kind: 'id' },
  { key: 'loan_id', title: 'Loan', kind: 'id' },
  { key: 'reversed_at', title: 'Reversed at', kind: 'timestamp' },
  { key: 'reason', title: 'Reason', kind: 'text' },
  { key: 'remaining_balance', title: 'Outstanding', kind: 'money' },
  { key: 'corrections', title: 'Payments changed', kind: 'integer' },
] as const;
