import type { CommandDefinition } from '../../shell/command-definition.ts';
import { awaiting } from '../awaiting.ts';
import { carryOut } from '../carry-out.ts';
import { textOption } from '../typed-values.ts';
import { LOAN_COLUMNS } from './loan-columns.ts';

/** `loan cancel LOAN`: gives a loan up before anything is paid out. */
export const command: CommandDefinition = {
  path: ['loan', 'cancel'],
  says: 'Cancel a loan nothing was paid out on; its application goes back to review.',
  args: [{ name: 'LOAN', says: 'id of the loan or of its application', required: true, of: 'loan' }],
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
        summary: [`Loan ${plan.loan_id} of ${plan.business_name} will be closed as cancelled.`],
        question: 'Cancel this loan?',
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
