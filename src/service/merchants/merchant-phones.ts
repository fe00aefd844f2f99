import type { ReadTx } from '../../store/port.ts';

/** Ids asked for at a time. */
const CHUNK = 500;

/**
 * The phone of each merchant by the id its loans give: its own contact, else its owner's, as long as the owner has
 * granted the use of his data. null where there is none.
 */
export async function merchantPhones(
  tx: ReadTx,
  merchantIds: Iterable<string>,
): Promise<(merchantId: string) => string | null> {
  const wanted = [...new Set(merchantIds)];
  const phones = new Map<string, string | null>();
  for (let at = 0; at < wanted.length; at += CHUNK) {
    const merchants = await tx.merchants.byAnyId(wanted.slice(at, at + CHUNK));
    const owners = merchants.flatMap(({ contactPhone, ownerUserId }) =>
      contactPhone === null && ownerUserId !== null ? [ownerUserId] : [],
    );
    const users = owners.length === 0 ? [] : await tx.users.byIds(owners);
    const phoneOf = new Map(
      users.map((user) => [user.userId, user.permissionsStatus === 'granted' ? user.userPhone : null]),
    );
    for (const { merchantId, externalId, contactPhone, ownerUserId } of merchants) {
      const phone = contactPhone ?? phoneOf.get(ownerUserId ?? '') ?? null;
      phones.set(merchantId, phone);
      phones.set(externalId, phone);
    }
  }
  return (merchantId) => phones.get(merchantId) ?? null;
}
