import type { OperationOutput } from '../../contract/operation-types.ts';
import { STORE_STATUSES, type StoreStatus } from '../../domain/store-status.ts';
import type { ReadTx } from '../../store/port.ts';
import type { MerchantRecord, StoreRecord } from '../../store/records.ts';

/** After this long a fetch that never ended counts as failed. */
const FETCH_LIMIT_MS = 60 * 60 * 1000;

/** Merchants as the interface answers them, with their stores. `latest_update` is absent when there is none. */
export async function merchantResponses(
  tx: ReadTx,
  merchants: readonly MerchantRecord[],
  nowMs: number,
): Promise<OperationOutput<'merchants.get'>[]> {
  const stores = await tx.merchants.stores(merchants.map((merchant) => merchant.merchantId));
  return merchants.map((merchant) => {
    const own = stores.filter((store) => store.merchantId === merchant.merchantId);
    const answered = own.map((store) => ({
      id: store.storeId,
      type: store.type,
      name: store.name,
      status: storeStatusAt(store, nowMs),
    }));
    return {
      id: merchant.merchantId,
      external_id: merchant.externalId,
      ...(merchant.latestUpdate === null ? {} : { latest_update: merchant.latestUpdate }),
      is_fetching: answered.some((store) => store.status === 'FETCHING'),
      stores: answered,
      name: merchant.name,
      founded_on: merchant.foundedOn,
    };
  });
}

/** The status of a store now: a fetch under way for over an hour has failed. */
export function storeStatusAt(store: StoreRecord, nowMs: number): StoreStatus {
  if (store.status === 'FETCHING' && nowMs - Date.parse(store.statusAt) > FETCH_LIMIT_MS) return 'ERRORED';
  return STORE_STATUSES.find((status) => status === store.status) ?? 'ERRORED';
}
