import type { Operation, Role } from './operations.ts';

const SERVICING: readonly Role[] = ['servicing'];

/** Whole files of repayments, planned and then posted: part of the table in `operations.ts`. */
export const BATCH_OPERATIONS = {
  'payment_batches.plan': {
    method: 'POST',
    path: '/api/v1/payment-batches',
    ofInterface: false,
    writes: true,
    roles: SERVICING,
    problems: [],
    lines: 'as_one_file',
    takesLong: true,
  },
  'payment_batches.post': {
    method: 'POST',
    path: '/api/v1/payment-batches/{batch_id}/post',
    ofInterface: false,
    writes: true,
    roles: SERVICING,
    problems: ['invalid_id', 'id_mistyped', 'plan_not_found', 'plan_changed'],
    location: '/api/v1/payment-batches/{batch_id}',
    takesLong: true,
  },
} as const satisfies Record<string, Operation>;
