import type { CommandDefinition } from '../../shell/command-definition.ts';
import { given } from '../typed-values.ts';
import { LOAN_COLUMNS } from './loan-columns.ts';

/** `loan show LOAN`: where one loan stands, today or at any date. */
export const command: CommandDefinition = {
  path: ['loan', 'show'],
  says: 'Show where a loan stands, today or at any date.',
  args: [{ name: 'LOAN', says: 'id of the loan or of its application', required: true, of: 'loan' }],
  options: [],
  examples: [
    { line: 'loandesk loan show LN-7K3QX9B23', says: 'the account today' },
    { line: 'loandesk loan show LN-7K3QX9B23 --as-of 2026-06-30 --json', says: 'as it stood, for a script' },
  ],
  writes: false,
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('loans.get', {
      loan_id: input.args[0] ?? '',
      ...given({ as_of: deps.asOf ?? undefined }),
    });
    if (!answer.ok) return answer;
    const loan = answer.value;
    const disbursed = loan.original_amount - loan.undisbursed_amount;
    return {
      ok: true,
      data: loan,
      view: {
        shape: 'record',
        title: `Loan ${loan.loan_id} of ${loan.business_name}`,
        columns: LOAN_COLUMNS,
        ...(disbursed > 0
          ? { bar: { label: 'repaid', done: disbursed - loan.outstanding_balance, whole: disbursed } }
          : {}),
      },
    };
  },
};
