import type { OperationName } from '../../../src/contract/operation-types.ts';
import { applied, approved, disbursed } from '../desk-loans.ts';
import { mistyped, NO_APPLICATION, NO_LOAN, type RefusalCase, refusal } from './refusal-case.ts';

const OF_A_LOAN = ['loans.notes', 'loans.add_note', 'loans.add_alias'] as const;

function inputOf(operation: (typeof OF_A_LOAN)[number], loan_id: string) {
  if (operation === 'loans.add_note') return { loan_id, text: 'promised Sunday' };
  return operation === 'loans.add_alias' ? { loan_id, alias: '2019/0441' } : { loan_id };
}

/** The ways a loan's id can be wrong. */
const ids: readonly RefusalCase[] = OF_A_LOAN.flatMap((operation) => [
  refusal(operation, 'invalid_id', 'it is neither an id nor an alias', () => ({
    input: inputOf(operation, 'nile'),
    says: ['nile', 'LN-'],
    hints: 'LN-',
  })),
  refusal(operation, 'id_mistyped', 'one character is wrong', async (desk) => {
    const { loanId } = await approved(desk);
    return { input: inputOf(operation, mistyped(loanId)), says: ['mistyped'], hints: loanId };
  }),
  refusal(operation, 'loan_not_found', 'the application has none', async (desk) => {
    const id = await applied(desk);
    return { input: inputOf(operation, id), says: [id, 'submitted'], hints: 'decide' };
  }),
  refusal(operation, 'loan_not_found', 'there is none', () => ({
    input: inputOf(operation, NO_LOAN),
    says: [NO_LOAN],
    hints: 'loan ls',
  })),
  refusal(operation, 'application_not_found', 'there is no such application', () => ({
    input: inputOf(operation, NO_APPLICATION),
    says: [NO_APPLICATION],
  })),
]);

const LATER = '2030-01-01';
const REPORTS = [
  'reports.portfolio',
  'reports.ageing',
  'reports.due',
  'reports.trial_balance',
  'reports.revenue_share',
  'reports.decisions',
] as const satisfies readonly OperationName[];

/** How the desk's notes, names, lists and reports refuse. */
export const DESK_REFUSALS: readonly RefusalCase[] = [
  ...ids,
  refusal('loans.add_note', 'validation_failed', 'the note is empty', async (desk) => ({
    input: { loan_id: (await approved(desk)).loanId, text: ' ' },
    says: ['text', 'empty'],
    faults: ['/text invalid_text'],
  })),
  refusal('loans.add_alias', 'validation_failed', 'the alias has the form of an id', async (desk) => {
    const { loanId } = await approved(desk);
    return {
      input: { loan_id: loanId, alias: NO_LOAN },
      says: [NO_LOAN, 'id'],
      faults: ['/alias invalid_alias'],
    };
  }),
  refusal('loans.add_alias', 'alias_taken', 'another loan has it', async (desk) => {
    const first = await disbursed(desk);
    const second = await disbursed(desk, {}, {}, { merchant_id: 'M-2' });
    await desk.done('loans.add_alias', { loan_id: first.loanId, alias: 'Old 7' });
    return { input: { loan_id: second.loanId, alias: 'OLD-٧' }, says: ['Old 7', first.loanId] };
  }),
  ...(['payments.list', 'payments.totals'] as const).map((operation) =>
    refusal(operation, 'invalid_query', 'the day does not exist', () => ({
      input: { on: '2026-02-30' },
      says: ['on', '2026-02-30'],
      hints: 'YYYY-MM-DD',
    })),
  ),
  refusal('find.list', 'invalid_query', 'there is nothing to look for', () => ({
    input: { q: '  ' },
    says: ['nothing to look for'],
    hints: 'a name',
  })),
  ...REPORTS.map((operation) =>
    refusal(operation, 'invalid_query', 'the day is still to come', () => ({
      input: { as_of: LATER },
      says: [LATER, 'business date'],
      hints: 'earlier',
    })),
  ),
];
