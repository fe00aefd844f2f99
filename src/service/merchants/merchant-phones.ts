import type { ReadTx } from '../../store/port.ts';

/** Ids asked for at a time. */
const CHUNK = 500;

/**
 * The business phone of each merchant by the id its loans give; null where the merchant data has none. The phone of its
 * owner is a user's, whose data needs his permission and leaves a trace: it is not taken in its stead.
 */
export async function merchantPhones(
  tx: ReadTx,
  merchantIds: Iterable<string>,
): Promise<(merchantId: string) => string | null> {
  const wanted = [...new Set(merchantIds)];
  const phones = new Map<string, string | null>();
  for (let at = 0; at < wanted.length; at += CHUNK) {
    for (const { merchantId, externalId, contactPhone } of await tx.merchants.byAnyId(
      wanted.slice(at, at + CHUNK),
    )) {
      phones.set(merchantId, contactPhone);
      phones.set(externalId, contactPhone);
    }
  }
  return (merchantId) => phones.get(merchantId) ?? null;
}
