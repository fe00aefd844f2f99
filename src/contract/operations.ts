import { ACCESS_OPERATIONS } from './access-operations.ts';
import { BATCH_OPERATIONS } from './batch-operations.ts';
import { CORRECTION_OPERATIONS } from './correction-operations.ts';
import { DATA_OPERATIONS } from './data-operations.ts';
import { DESK_OPERATIONS } from './desk-operations.ts';
import { EXPORT_OPERATIONS } from './export-operations.ts';
import type { ProblemCode } from './problems.ts';
import { RECEIPT_OPERATIONS } from './receipt-operations.ts';
import { REPORT_OPERATIONS } from './report-operations.ts';
import { TODAY_OPERATIONS } from './today-operations.ts';

export type Role = 'admin' | 'officer' | 'servicing' | 'reader';

/** One row of the table everything that faces outward is derived from. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Address under the base URL; null for what only a local ledger has. */
  readonly path: string | null;
  /** One of the operations of the published interface, whose response fields are exact. */
  readonly ofInterface: boolean;
  readonly writes: boolean;
  /** Who may use it on a service; `admin` may everything. */
  readonly roles: readonly Role[];
  /** Problems it can answer with beyond those every operation can. */
  readonly problems: readonly ProblemCode[];
  /** Needs no bearer token. */
  readonly open?: true;
  /** Where what it made can be read, with fields of the answer in braces: it is then answered with 201. */
  readonly location?: string;
  /**
   * Its body is JSON Lines. `in_batches`: taken as they come, each batch one call with `records`; `as_one_file`: one
   * call with `file`, the first line, and `parts`, the others.
   */
  readonly lines?: 'in_batches' | 'as_one_file';
  /** It takes as long as the file it is about is large, and answers with as much. */
  readonly takesLong?: true;
  /** Its answer shows what is masked elsewhere, so that a service records who read it. */
  readonly discloses?: true;
}

const EVERYONE: readonly Role[] = ['officer', 'servicing', 'reader'];
/** An application's id stands for its loan, so it may be one of an application that is not there. */
const LOAN_IDS: readonly ProblemCode[] = [
  'invalid_id',
  'id_mistyped',
  'loan_not_found',
  'application_not_found',
];
/** Of actions that may need a second person. */
const CONTROLS: readonly ProblemCode[] = ['second_person_needed'];
const APPLICATION_IDS: readonly ProblemCode[] = ['invalid_id', 'id_mistyped', 'application_not_found'];

function read(
  path: string | null,
  problems: readonly ProblemCode[] = [],
  ofInterface = false,
): Operation & { writes: false } {
  return { method: 'GET', path, ofInterface, writes: false, roles: EVERYONE, problems };
}

function write(
  path: string | null,
  roles: readonly Role[],
  problems: readonly ProblemCode[],
  ofInterface = false,
): Operation & { writes: true } {
  return { method: 'POST', path, ofInterface, writes: true, roles, problems };
}

/** A write whose answer is something new, to be read again at `location`. */
function made<Row extends Operation>(location: string, row: Row): Row {
  return { ...row, location };
}

/** A read that shows what is masked elsewhere. */
function disclosing<Row extends Operation>(row: Row): Row {
  return { ...row, discloses: true };
}

/** Every operation by name. A test holds that each has its schemas, its service and its command. */
export const OPERATIONS = {
  'applications.create': made(
    '/api/v1/loan-applications/{application_id}',
    write(
      '/api/v1/loan-applications',
      ['officer'],
      ['validation_failed', 'merchant_unknown', 'reference_conflict'],
      true,
    ),
  ),
  'applications.create_many': made(
    '/api/v1/loan-applications',
    write(
      '/api/v1/loan-applications/batch',
      ['officer'],
      ['validation_failed', 'merchant_unknown', 'reference_conflict'],
    ),
  ),
  'applications.list': read('/api/v1/loan-applications', ['invalid_query']),
  'applications.get': read('/api/v1/loan-applications/{application_id}', APPLICATION_IDS),
  'assessments.get': read('/api/v1/loan-applications/{application_id}/assessment', APPLICATION_IDS, true),
  'decisions.create': write(
    '/api/v1/loan-applications/{application_id}/decisions',
    ['officer'],
    [
      ...APPLICATION_IDS,
      'validation_failed',
      'application_mismatch',
      'already_decided',
      'amount_above_requested',
      'override_reason_required',
      ...CONTROLS,
      'role_missing',
    ],
    true,
  ),
  'disbursements.create': made(
    '/api/v1/loans/{loan_id}/disbursements/{disbursement_reference}',
    write(
      '/api/v1/loans/{loan_id}/disbursements',
      ['servicing'],
      [
        ...LOAN_IDS,
        'validation_failed',
        'loan_closed',
        'loan_paid_off',
        'over_disbursement',
        'date_before_disbursement',
        'date_after_maturity',
        'disbursement_before_decision',
        'flat_single_disbursement',
        'loan_written_off',
        'would_break_later_payment',
        'credit_short',
        'period_closed',
        ...CONTROLS,
      ],
      true,
    ),
  ),
  'disbursements.get': read('/api/v1/loans/{loan_id}/disbursements/{disbursement_reference}', [
    ...LOAN_IDS,
    'disbursement_not_found',
  ]),
  'disbursements.list': read('/api/v1/disbursements', ['invalid_query', ...LOAN_IDS]),
  'disbursements.complete': write(
    '/api/v1/disbursements/{disbursement_reference}/completion',
    ['servicing'],
    [
      'invalid_id',
      'id_mistyped',
      'disbursement_not_found',
      'validation_failed',
      'already_completed',
      'already_failed',
      'loan_closed',
      'date_in_future',
      'date_before_disbursement',
      'date_after_maturity',
      'disbursement_before_decision',
      'loan_written_off',
      'would_break_later_payment',
      'credit_short',
      'period_closed',
      ...CONTROLS,
    ],
  ),
  'disbursements.fail': write(
    '/api/v1/disbursements/{disbursement_reference}/failure',
    ['servicing'],
    [
      'invalid_id',
      'id_mistyped',
      'disbursement_not_found',
      'validation_failed',
      'already_failed',
      'would_break_later_payment',
      'would_break_write_off',
      'credit_short',
      'period_closed',
      ...CONTROLS,
    ],
  ),
  'payments.create': made(
    '/api/v1/loans/{loan_id}/payments/{payment_id}',
    write(
      '/api/v1/loans/{loan_id}/payments',
      ['servicing'],
      [
        ...LOAN_IDS,
        'validation_failed',
        'nothing_disbursed',
        'loan_paid_off',
        'loan_closed',
        'date_in_future',
        'date_before_disbursement',
        'overpayment',
        'would_break_later_payment',
        'would_break_write_off',
        'credit_short',
        'period_closed',
        'reference_conflict',
        'reversed_before',
      ],
      true,
    ),
  ),
  'payments.get': read('/api/v1/loans/{loan_id}/payments/{payment_id}', [...LOAN_IDS, 'payment_not_found']),
  'payments.reverse': write(
    '/api/v1/payments/{payment_id}/reversal',
    ['servicing'],
    [
      'invalid_id',
      'id_mistyped',
      'payment_not_found',
      'validation_failed',
      'already_reversed',
      'would_break_later_payment',
      'would_break_write_off',
      'credit_short',
      'period_closed',
      ...CONTROLS,
    ],
  ),
  'loans.get': read('/api/v1/loans/{loan_id}', [...LOAN_IDS, 'invalid_query'], true),
  'loans.list': read('/api/v1/loans', ['invalid_query']),
  'loans.schedule': read('/api/v1/loans/{loan_id}/schedule', [...LOAN_IDS, 'invalid_query']),
  'loans.payments': read('/api/v1/loans/{loan_id}/payments', [...LOAN_IDS, 'invalid_query']),
  'loans.disbursements': read('/api/v1/loans/{loan_id}/disbursements', [...LOAN_IDS, 'invalid_query']),
  'loans.payoff': read('/api/v1/loans/{loan_id}/payoff', [...LOAN_IDS, 'invalid_query']),
  'loans.explain': read('/api/v1/loans/{loan_id}/explain', [...LOAN_IDS, 'invalid_query']),
  'loans.statement': read('/api/v1/loans/{loan_id}/statement', [...LOAN_IDS, 'invalid_query']),
  'payments.receipt': read('/api/v1/payments/{payment_id}/receipt', [
    'invalid_id',
    'id_mistyped',
    'payment_not_found',
  ]),
  'loans.cancel': write(
    '/api/v1/loans/{loan_id}/cancellation',
    ['officer'],
    [...LOAN_IDS, 'validation_failed', 'loan_closed', 'loan_disbursed', ...CONTROLS],
  ),
  ...CORRECTION_OPERATIONS,
  ...BATCH_OPERATIONS,
  ...RECEIPT_OPERATIONS,
  'quotes.get': read('/api/v1/quote', ['validation_failed']),
  'documents.letterhead': read('/api/v1/letterhead'),
  'merchants.list': read('/company/merchants', ['invalid_query'], true),
  'merchants.get': read('/company/merchants/{merchant_id}', ['id_mistyped', 'merchant_not_found'], true),
  'merchants.orders': read(
    '/company/merchants/{merchant_id}/orders',
    ['id_mistyped', 'merchant_not_found', 'invalid_query'],
    true,
  ),
  'merchants.import': write('/company/merchant-data', [], ['store_not_found', 'store_ambiguous']),
  'merchants.sales': read('/company/merchants/{merchant_id}/sales', ['merchant_not_found']),
  'users.list': disclosing(read('/api/v1/users', ['invalid_query'], true)),
  'users.get': disclosing(read('/api/v1/users/{userId}', ['user_not_found'], true)),
  'users.transactions': read(
    '/api/v1/users/{userId}/transactions',
    ['user_not_found', 'permission_not_granted', 'invalid_query'],
    true,
  ),
  'users.summary': read(
    '/api/v1/users/{userId}/transactions/summary',
    ['user_not_found', 'permission_not_granted'],
    true,
  ),
  'users.flags': read('/api/v1/users/{userId}/flags', ['user_not_found', 'permission_not_granted'], true),
  'users.flags_summary': read(
    '/api/v1/users/{userId}/flags/summary',
    ['user_not_found', 'permission_not_granted'],
    true,
  ),
  'users.features': read(
    '/api/v1/users/{userId}/features',
    ['user_not_found', 'permission_not_granted', 'invalid_query'],
    true,
  ),
  'users.import': write('/api/v1/user-data', [], ['validation_failed']),
  'policy.show': read('/api/v1/policy', ['invalid_query']),
  'policy.set': write(
    '/api/v1/policy',
    [],
    ['unknown_policy_key', 'invalid_policy_value', 'validation_failed', ...CONTROLS],
  ),
  'policy.history': read('/api/v1/policy/history'),
  ...DESK_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...TODAY_OPERATIONS,
  ...DATA_OPERATIONS,
  ...ACCESS_OPERATIONS,
  ...EXPORT_OPERATIONS,
  'ledger.info': read(null),
  'ledger.verify': read(null, ['invalid_query']),
} as const satisfies Record<string, Operation>;
