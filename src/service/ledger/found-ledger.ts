import { SHIPPED_POLICY } from '../../domain/policy-document.ts';
import type { Store } from '../../store/port.ts';
import type { Caller } from '../call.ts';

/**
 * Founds a new, empty ledger: the shipped policy becomes its version 1, recorded in the audit trail.
 * `now` is ISO 8601 UTC text.
 */
export async function foundLedger(
  store: Store,
  caller: Caller,
  now: string,
  requestId: string,
): Promise<void> {
  await store.write(async (tx) => {
    await tx.insert.policyVersions([
      {
        version: 1,
        documentJson: JSON.stringify(SHIPPED_POLICY),
        changeJson: null,
        setAt: now,
        setBy: caller.actor,
      },
    ]);
    await tx.insert.audit({
      at: now,
      actor: caller.actor,
      osUser: caller.osUser,
      host: caller.host,
      channel: caller.channel,
      action: 'ledger.init',
      object: 'ledger',
      beforeJson: null,
      afterJson: JSON.stringify({ policy_version: 1 }),
      outcome: 'done',
      requestId,
      policyVersion: 1,
      businessDate: null,
    });
  });
}
