import type { CommandDefinition } from '../../shell/command-definition.ts';
import { awaiting } from '../awaiting.ts';
import { carryOut } from '../carry-out.ts';
import { loanInWords, moneyInWords } from '../named-in-questions.ts';
import { given, plainAmount, textOption } from '../typed-values.ts';

/** `loan refund LOAN`: pays credit out. */
export const command: CommandDefinition = {
  path: ['loan', 'refund'],
  says: 'Pay out credit of a loan: what was paid above what was owed.',
  more: 'loandesk records the refund; it sends no money.',
  args: [
    {
      name: 'LOAN',
      says: 'id of the loan or of its application',
      required: true,
      of: 'loan',
      ids: 'loan-with-credit',
    },
  ],
  options: [
    {
      flag: '--amount',
      value: { name: 'N', kind: 'amount' },
      says: 'amount in EGP (default: all the credit)',
      field: 'amount',
    },
    {
      flag: '--date',
      value: { name: 'DATE', kind: 'date' },
      says: 'value date (default: the business date)',
      field: 'date',
    },
    {
      flag: '--account',
      value: { name: 'ACCOUNT', kind: 'text' },
      says: 'where it goes (default: the account last paid out to)',
      field: 'account',
    },
    {
      flag: '--method',
      value: { name: 'METHOD', kind: 'choice', choices: ['bank_transfer', 'wallet', 'check'] },
      says: 'how it goes (default: as last paid out)',
      field: 'method',
    },
  ],
  examples: [
    { line: 'loandesk loan refund LN-7K3QX9B23', says: 'all the credit; asks first' },
    { line: 'loandesk loan refund LN-7K3QX9B23 --amount 50 --dry-run', says: 'look first' },
  ],
  writes: true,
  calls: ['loans.refund', 'loans.get'],
  exitCodes: [8],
  columns: () => COLUMNS,
  async run(input, deps) {
    const typed = textOption(input, 'amount');
    const done = await carryOut(
      deps,
      'loans.refund',
      {
        loan_id: input.args[0] ?? '',
        ...given({
          amount: typed === undefined ? undefined : plainAmount(typed),
          date: textOption(input, 'date'),
          account: textOption(input, 'account'),
          method: textOption(input, 'method'),
        }),
      },
      async (plan) => ({
        summary: [
          `${moneyInWords(plan.amount)} EGP of the credit of ${await loanInWords(plan.loan_id, deps)} will be recorded as paid out on ${plan.date} by ${plan.method} to ${plan.account}; credit left ${moneyInWords(plan.credit_balance)}. loandesk sends no money.`,
        ],
        question: 'Record this refund?',
        defaultYes: false,
      }),
    );
    if (!done.ok) return done;
    return {
      ok: true,
      data: done.value,
      view: { shape: 'record', columns: COLUMNS },
      ...awaiting(done.value, deps),
    };
  },
};

const COLUMNS = [
  { key: 'refund_id', title: 'Refund', kind: 'id' },
  { key: 'loan_id', title: 'Loan', kind: 'id' },
  { key: 'amount', title: 'Amount', kind: 'money' },
  { key: 'date', title: 'Date', kind: 'date' },
  { key: 'method', title: 'Method', kind: 'text' },
  { key: 'account', title: 'Account', kind: 'id' },
  { key: 'credit_balance', title: 'Credit left', kind: 'money' },
] as const;
