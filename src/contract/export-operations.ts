import type { Operation, Role } from './operations.ts';

const EVERYONE: readonly Role[] = ['officer', 'servicing', 'reader'];

function read(path: string, problems: Operation['problems']) {
  return { method: 'GET', path, ofInterface: false, writes: false, roles: EVERYONE, problems } as const;
}

/** Operations that hand things on to other systems: part of the table in `operations.ts`. */
export const EXPORT_OPERATIONS = {
  'disbursements.export': {
    method: 'POST',
    path: '/api/v1/disbursement-exports',
    ofInterface: false,
    writes: true,
    roles: ['servicing'],
    problems: ['validation_failed', 'payout_account_missing'],
    location: '/api/v1/disbursement-exports/{batch_id}',
  },
  'disbursements.exported': read('/api/v1/disbursement-exports/{batch_id}', [
    'invalid_id',
    'id_mistyped',
    'batch_not_found',
  ]),
  'journal.list': read('/api/v1/journal', ['invalid_query']),
} as const satisfies Record<string, Operation>;
