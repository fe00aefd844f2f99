import type { OperationName } from '../../contract/operation-types.ts';
import type { AuthorityBand, FourEyesAction } from '../../domain/controls.ts';
import type { ReadTx } from '../../store/port.ts';
import type { Call } from '../call.ts';
import { policyInForce } from '../policy/policy-in-force.ts';

/** Operations whose handlers say what controls them. */
const CONTROLLED: ReadonlySet<OperationName> = new Set<OperationName>([
  'decisions.create',
  'disbursements.create',
  'disbursements.complete',
  'disbursements.fail',
  'payments.reverse',
  'loans.cancel',
  'loans.write_off',
  'loans.reverse_write_off',
  'loans.refund',
  'payment_batches.undo',
  'held_rows.match',
  'held_rows.accept',
  'held_rows.dismiss',
  'policy.set',
  'officers.add',
  'officers.password',
]);

export interface ControlsInForce {
  readonly policyVersion: number;
  readonly fourEyes: readonly FourEyesAction[];
  readonly authority: readonly AuthorityBand[];
}

/**
 * The bank's controls as they stand before an operation changes anything; null for one that none applies to. Read
 * first, so that nobody loosens the policy that would have stopped them.
 */
export async function controlsInForce(
  tx: ReadTx,
  name: OperationName,
  call: Call,
): Promise<ControlsInForce | null> {
  if (!CONTROLLED.has(name)) return null;
  const { version, values } = await policyInForce(tx, call.today);
  return { policyVersion: version, fourEyes: values.fourEyes, authority: values.authority };
}
