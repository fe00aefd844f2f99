import type { Operation, Role } from './operations.ts';

const EVERYONE: readonly Role[] = ['officer', 'servicing', 'reader'];
const SERVICING: readonly Role[] = ['servicing'];
const BATCH_IDS: Operation['problems'] = ['invalid_id', 'id_mistyped', 'batch_not_found'];
const HELD_IDS: Operation['problems'] = ['invalid_id', 'id_mistyped', 'held_row_not_found'];
/** What booking held money as a payment can break, on a loan that is found. */
const BOOKED: Operation['problems'] = [
  'held_row_settled',
  'held_in_other_currency',
  'nothing_disbursed',
  'loan_paid_off',
  'loan_closed',
  'date_in_future',
  'date_before_disbursement',
  'overpayment',
  'reference_conflict',
];
/** What taking a payment back can break. */
const REPLAYED: Operation['problems'] = [
  'would_break_later_payment',
  'would_break_write_off',
  'credit_short',
  'period_closed',
];

function read(path: string, problems: Operation['problems']) {
  return { method: 'GET', path, ofInterface: false, writes: false, roles: EVERYONE, problems } as const;
}

function write(path: string, problems: Operation['problems']) {
  return {
    method: 'POST',
    path,
    ofInterface: false,
    writes: true,
    roles: SERVICING,
    problems: [...problems, 'validation_failed', 'second_person_needed'],
  } as const;
}

/** Imported files and the money that is held of them: part of the table in `operations.ts`. */
export const RECEIPT_OPERATIONS = {
  'payment_batches.list': read('/api/v1/payment-batches', ['invalid_query']),
  'payment_batches.get': read('/api/v1/payment-batches/{batch_id}', [...BATCH_IDS, 'invalid_query']),
  'payment_batches.undo': write('/api/v1/payment-batches/{batch_id}/undo', [
    ...BATCH_IDS,
    'batch_undone',
    ...REPLAYED,
  ]),
  'held_rows.list': read('/api/v1/held-rows', ['invalid_query']),
  'held_rows.get': read('/api/v1/held-rows/{held_id}', HELD_IDS),
  'held_rows.match': write('/api/v1/held-rows/{held_id}/match', [
    ...HELD_IDS,
    ...BOOKED,
    'over_held_amount',
    'loan_not_found',
    'application_not_found',
    'payment_not_found',
    'already_reversed',
    ...REPLAYED,
  ]),
  'held_rows.accept': write('/api/v1/held-rows/{held_id}/accept', [
    ...HELD_IDS,
    ...BOOKED,
    'held_row_not_unsure',
    'no_loan_named',
    ...REPLAYED,
  ]),
  'held_rows.dismiss': write('/api/v1/held-rows/{held_id}/dismiss', [
    ...HELD_IDS,
    'held_row_settled',
    'period_closed',
  ]),
  'reports.reconciliation': read('/api/v1/reports/reconciliation', ['invalid_query']),
} as const satisfies Record<string, Operation>;
