import type { Operation } from './operations.ts';

/**
 * Where programs of the bank put data in, one merchant or user at a time; for administrators, who hold every role, so
 * none is named. A part of the table in `operations.ts`.
 */
function put(path: string, problems: Operation['problems']) {
  return { method: 'PUT', path, ofInterface: false, writes: true, roles: [], problems } as const;
}

/** Records come as JSON Lines, however many: each batch of them is one call and one transaction. */
function records(path: string, problems: Operation['problems']) {
  return {
    method: 'POST',
    path,
    ofInterface: false,
    writes: true,
    roles: [],
    problems,
    lines: 'in_batches',
  } as const;
}

export const DATA_OPERATIONS = {
  'merchants.put': put('/company/merchants/{merchant_id}', ['validation_failed']),
  'merchants.add_orders': records('/company/merchants/{merchant_id}/orders', [
    'id_mistyped',
    'merchant_not_found',
  ]),
  'users.put': put('/api/v1/users/{userId}', ['validation_failed']),
  'users.add_transactions': records('/api/v1/users/{userId}/transactions', ['user_not_found']),
  'users.add_flags': records('/api/v1/users/{userId}/flags', ['user_not_found']),
} as const satisfies Record<string, Operation>;
