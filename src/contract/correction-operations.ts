import type { Operation, Role } from './operations.ts';

const SERVICING: readonly Role[] = ['servicing'];
const LOAN_IDS: Operation['problems'] = [
  'invalid_id',
  'id_mistyped',
  'loan_not_found',
  'application_not_found',
];

function write(path: string, problems: Operation['problems']) {
  return {
    method: 'POST',
    path,
    ofInterface: false,
    writes: true,
    roles: SERVICING,
    problems: [...LOAN_IDS, 'validation_failed', 'period_closed', 'second_person_needed', ...problems],
  } as const;
}

/** What gives principal up and pays credit out: part of the table in `operations.ts`. */
export const CORRECTION_OPERATIONS = {
  'loans.write_off': write('/api/v1/loans/{loan_id}/write-off', [
    'loan_closed',
    'loan_written_off',
    'nothing_disbursed',
    'disbursement_pending',
    'nothing_to_write_off',
    'date_in_future',
    'date_before_last_event',
  ]),
  'loans.reverse_write_off': write('/api/v1/loans/{loan_id}/write-off/reversal', [
    'not_written_off',
    'already_reversed',
    'credit_short',
  ]),
  'loans.refund': {
    ...write('/api/v1/loans/{loan_id}/refunds', ['date_in_future', 'no_credit', 'credit_short']),
    location: '/api/v1/loans/{loan_id}/statement',
  },
} as const satisfies Record<string, Operation>;
