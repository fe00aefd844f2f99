import { type Refusal, refuse } from '../../domain/refusal.ts';
import type { ReadTx } from '../../store/port.ts';

/** Whose orders an export holds that does not say so itself. */
export interface OrderOwner {
  /** External id of the merchant. */
  readonly merchant: string;
  readonly storeId: string;
}

/** Stores named in a refusal before it says "and more". */
const NAMED = 5;

/**
 * Finds the store that `--store` names: a store id that one merchant has, or `MERCHANT/STORE` when several have
 * it. Refuses `store_not_found` and `store_ambiguous`; nothing is guessed.
 */
export async function resolveOrderOwner(tx: ReadTx, text: string): Promise<OrderOwner | Refusal> {
  const owners = await ownersOf(tx, text);
  const byStoreId = owners.filter((owner) => owner.storeId === text);
  const found = byStoreId.length > 0 ? byStoreId : owners.filter((owner) => owner.names.includes(text));
  const [only] = found;
  if (only === undefined) {
    return refuse('store_not_found', `no merchant has a store "${text}"`, {
      hint: 'Import the store first, as JSON Lines: {"kind":"store","merchant":…,"id":…,"type":…,"name":…}. "loandesk merchants ls --json" lists merchants with their stores.',
    });
  }
  if (found.length === 1) return { merchant: only.merchant, storeId: only.storeId };
  const named = found.slice(0, NAMED).map((owner) => owner.names[0]);
  const more = found.length > NAMED ? ` and ${found.length - NAMED} more` : '';
  return refuse('store_ambiguous', `${found.length} merchants have a store "${text}"`, {
    hint: `Name the merchant too: ${named.map((name) => `--store ${name}`).join(', ')}${more}.`,
  });
}

/** The stores that the text may mean: either kind of id may have a slash in it. */
async function ownersOf(tx: ReadTx, text: string) {
  const storeIds = [text];
  for (let at = text.indexOf('/'); at !== -1; at = text.indexOf('/', at + 1))
    storeIds.push(text.slice(at + 1));
  const stores = await tx.merchants.storesByStoreId(storeIds);
  const merchants = await tx.merchants.byAnyId(stores.map(({ merchantId }) => merchantId));
  const byId = new Map(merchants.map((merchant) => [merchant.merchantId, merchant]));
  return stores.flatMap(({ merchantId, storeId }) => {
    const merchant = byId.get(merchantId)?.externalId;
    if (merchant === undefined) return [];
    return [{ merchant, storeId, names: [`${merchant}/${storeId}`, `${merchantId}/${storeId}`] }];
  });
}
