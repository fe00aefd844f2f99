import type { OperationName } from '../contract/operation-types.ts';
import { parseId } from '../domain/identifiers.ts';
import { isRefusal } from '../domain/refusal.ts';

/** Writes that one loan's state alone decides: once it is locked, nothing they read can change. */
const OF_ONE_LOAN: ReadonlySet<OperationName> = new Set<OperationName>([
  'payments.create',
  'payments.reverse',
  'disbursements.create',
  'disbursements.complete',
  'disbursements.fail',
  'loans.cancel',
  'loans.write_off',
  'loans.reverse_write_off',
  'loans.refund',
  'loans.add_note',
]);

/**
 * Ids of the loans a write books on, as far as its input names them: a store with several writers locks them first,
 * and finds out about those that are named by an alias or a payment. undefined: the write looks at more than loans.
 */
export function loansOfCall(name: OperationName, input: unknown): readonly string[] | undefined {
  if (!OF_ONE_LOAN.has(name)) return undefined;
  const { loan_id: named } = input as { readonly loan_id?: unknown };
  const id = typeof named === 'string' ? parseId('loan', named) : null;
  return id === null || isRefusal(id) ? [] : [id];
}
