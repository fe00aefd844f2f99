import type { OperationOutput } from '../../contract/operation-types.ts';
import type { Column, RecordView } from '../../render/view.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { askedOf, KNOWN_AT } from '../known-at.ts';
import { LOAN_COLUMNS } from './loan-columns.ts';

/** What its schedule costs; a server of another make does not say. */
const COST_COLUMNS: readonly Column[] = [
  { key: 'effective_annual_rate', title: 'Effective rate', kind: 'percent' },
  { key: 'total_interest', title: 'Total interest', kind: 'money' },
  { key: 'total_payment', title: 'Total to repay', kind: 'money' },
];

const SHARE_COLUMNS: readonly Column[] = [
  { key: 'revenue_share.sales_amount', title: 'Sales since', kind: 'money' },
  { key: 'revenue_share.expected_amount', title: 'Share expected', kind: 'money' },
  { key: 'revenue_share.received_amount', title: 'Share received', kind: 'money' },
];

/** `loan show LOAN`: where one loan stands, today or at any date. */
export const command: CommandDefinition = {
  path: ['loan', 'show'],
  says: 'Show where a loan stands, today or at any date.',
  args: [{ name: 'LOAN', says: 'id of the loan or of its application', required: true, of: 'loan' }],
  options: [KNOWN_AT],
  examples: [
    { line: 'loandesk loan show LN-7K3QX9B23', says: 'the account today' },
    { line: 'loandesk loan show LN-7K3QX9B23 --as-of 2026-06-30 --json', says: 'as it stood, for a script' },
  ],
  writes: false,
  calls: ['loans.get'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('loans.get', askedOf(input, deps));
    if (!answer.ok) return answer;
    const loan = answer.value;
    return {
      ok: true,
      data: loan,
      view: {
        shape: 'record',
        title: `Loan ${loan.loan_id} of ${loan.business_name}`,
        columns: [...LOAN_COLUMNS, ...COST_COLUMNS, ...shareColumns(loan.revenue_share != null)],
        ...repaidBar(loan),
      },
    };
  },
};

/** A table has them where there is a share to speak of, everything else always. */
function shareColumns(hasShare: boolean): readonly Column[] {
  return hasShare ? SHARE_COLUMNS : SHARE_COLUMNS.map((column) => ({ ...column, wideOnly: true }));
}

/**
 * How much of what was paid out is repaid; what was given up is not. A server of another make does not say what was
 * paid out.
 */
function repaidBar(loan: OperationOutput<'loans.get'>): Pick<RecordView, 'bar'> {
  const whole: number | undefined = loan.disbursed_amount;
  if (whole === undefined || whole <= 0) return {};
  const done =
    whole - loan.outstanding_balance - (loan.written_off_amount ?? 0) - (loan.released_amount ?? 0);
  return { bar: { label: 'repaid', done, whole } };
}
