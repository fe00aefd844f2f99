import type { CommandDefinition } from '../../shell/command-definition.ts';
import { awaiting } from '../awaiting.ts';
import { carryOut } from '../carry-out.ts';
import { textOption } from '../typed-values.ts';
import { LOAN_COLUMNS } from './loan-columns.ts';

/** `loan cancel LOAN`: gives a loan up before anything is paid out, or what is undrawn of it later. */
export const command: CommandDefinition = {
  path: ['loan', 'cancel'],
  says: 'Cancel a loan: one nothing was paid out on is closed; of another what is undrawn is given up.',
  more: 'The application of a loan that is closed goes back to review.',
  args: [
    {
      name: 'LOAN',
      says: 'id of the loan or of its application',
      required: true,
      of: 'loan',
      ids: 'loan-to-disburse',
    },
  ],
  options: [
    {
      flag: '--reason',
      value: { name: 'TEXT', kind: 'text' },
      says: 'why',
      asks: 'Why is it cancelled?',
      required: true,
    },
  ],
  examples: [{ line: 'loandesk loan cancel LN-7K3QX9B23 --reason "merchant withdrew"', says: 'asks first' }],
  writes: true,
  calls: ['loans.cancel'],
  exitCodes: [8],
  columns: () => LOAN_COLUMNS,
  async run(input, deps) {
    const done = await carryOut(
      deps,
      'loans.cancel',
      { loan_id: input.args[0] ?? '', reason: textOption(input, 'reason') ?? '' },
      (plan) => ({
        summary: [
          plan.closed === null
            ? `What is undrawn of loan ${plan.loan_id} of ${plan.business_name} will be given up; nothing more can be paid out.`
            : `Loan ${plan.loan_id} of ${plan.business_name} will be closed as cancelled.`,
        ],
        question: plan.closed === null ? 'Give up what is undrawn?' : 'Cancel this loan?',
        defaultYes: false,
      }),
    );
    if (!done.ok) return done;
    return {
      ok: true,
      data: done.value,
      view: { shape: 'record', columns: LOAN_COLUMNS },
      ...awaiting(done.value, deps),
    };
  },
};
