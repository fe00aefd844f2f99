import type { Operation, Role } from './operations.ts';

const EVERYONE: readonly Role[] = ['officer', 'servicing', 'reader'];
const DESK: readonly Role[] = ['officer', 'servicing'];
const LOAN_IDS: Operation['problems'] = [
  'invalid_id',
  'id_mistyped',
  'loan_not_found',
  'application_not_found',
];

function read(path: string, problems: Operation['problems']) {
  return { method: 'GET', path, ofInterface: false, writes: false, roles: EVERYONE, problems } as const;
}

function made(path: string, location: string, problems: Operation['problems']) {
  return { method: 'POST', path, ofInterface: false, writes: true, roles: DESK, problems, location } as const;
}

/** What the desk says about loans, and the payments of all of them: part of the table in `operations.ts`. */
export const DESK_OPERATIONS = {
  'loans.notes': read('/api/v1/loans/{loan_id}/notes', LOAN_IDS),
  'loans.add_note': made('/api/v1/loans/{loan_id}/notes', '/api/v1/loans/{loan_id}/notes', [
    ...LOAN_IDS,
    'validation_failed',
  ]),
  'loans.add_alias': made('/api/v1/loans/{loan_id}/aliases', '/api/v1/loans/{loan_id}', [
    ...LOAN_IDS,
    'validation_failed',
    'alias_taken',
  ]),
  'payments.list': read('/api/v1/payments', ['invalid_query']),
  'payments.totals': read('/api/v1/payments/totals', ['invalid_query']),
} as const satisfies Record<string, Operation>;
