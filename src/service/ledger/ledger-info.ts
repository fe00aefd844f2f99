import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import type { ReadHandler } from '../call.ts';

/** What the ledger is, how much is in it, and the end of its sealed chain. */
export const handle: ReadHandler<OperationInput<'ledger.info'>, OperationOutput<'ledger.info'>> = async (
  tx,
) => {
  const { kind, location, schemaVersion, createdAt, counts, anchor } = await tx.info();
  return {
    kind,
    location,
    schema_version: schemaVersion,
    created_at: createdAt,
    policy_version: (await tx.policy.latest()).version,
    ...counts,
    anchor,
  };
};
