import type { CallOptions } from '../contract/backend.ts';
import type { OperationName } from '../contract/operation-types.ts';
import { OPERATIONS } from '../contract/operations.ts';

/** Readings of the audit trail, which are logged apart from it. */
export const LOGGED_APART: ReadonlySet<OperationName> = new Set<OperationName>(['audit.list', 'audit.get']);

/** Whether a call may write to the ledger: a change, a dry run of one, or a reading that is recorded. */
export function mayWrite(name: OperationName, options: CallOptions): boolean {
  return OPERATIONS[name].writes || LOGGED_APART.has(name) || options.recorded === true;
}
