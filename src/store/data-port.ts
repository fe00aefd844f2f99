import type { MonthSums } from '../domain/transactions-summary.ts';
import type { SecondsWindow } from '../domain/user-features.ts';
import type { FlagCount, Page, PageRequest } from './port.ts';
import type {
  FlagRecord,
  MerchantRecord,
  OrderRecord,
  StoreRecord,
  TransactionRecord,
  UserRecord,
} from './records.ts';

/** Reads of what merchants' and users' files brought. */
export interface DataReader {
  readonly merchants: {
    /** By service id or external id. */
    byAnyId(ids: readonly string[]): Promise<readonly MerchantRecord[]>;
    stores(merchantIds: readonly string[]): Promise<readonly StoreRecord[]>;
    /** Stores of any merchant by their own ids, by merchant id then store id. */
    storesByStoreId(storeIds: readonly string[]): Promise<readonly StoreRecord[]>;
    /** Oldest first, then id. `search` is matched on the folded column. */
    list(filter: { search?: string }, page: PageRequest): Promise<Page<MerchantRecord>>;
    /** Newest `created_at` first, then id. */
    orders(
      merchantId: string,
      filter: {
        createdAfterMs?: number;
        createdBeforeMs?: number;
        storeId?: string;
        financialStatus?: string;
      },
      page: PageRequest,
    ): Promise<Page<OrderRecord>>;
    ordersByIds(merchantId: string, storeId: string, ids: readonly string[]): Promise<readonly OrderRecord[]>;
    /** Calls `visit` for each order created at or before `untilMs`, oldest first, without holding them all. */
    visitOrders(merchantId: string, untilMs: number, visit: (order: OrderRecord) => void): Promise<void>;
  };
  readonly users: {
    byIds(ids: readonly string[]): Promise<readonly UserRecord[]>;
    /**
     * By `created_at`, then id. `search` is a case-blind part of id, name or phone (the phone by its digits
     * too), matched on the folded column; the times are exclusive.
     */
    list(
      filter: { search?: string; createdAfterMs?: number; updatedAfter?: string },
      page: PageRequest,
    ): Promise<Page<UserRecord>>;
    /** Newest first, then id descending; only those later than `afterSeconds` when it is given. */
    transactions(userId: string, afterSeconds: number | null): Promise<readonly TransactionRecord[]>;
    /** Those of a user's transactions that have one of the ids. */
    transactionsByIds(userId: string, ids: readonly number[]): Promise<readonly TransactionRecord[]>;
    /**
     * Sums of each month (UTC), institution and account type, in that order. Declined ones, balance checks and
     * other currencies than EGP are left out.
     */
    monthSums(userId: string): Promise<readonly MonthSums[]>;
    /** Newest first, then id descending. */
    flags(userId: string): Promise<readonly FlagRecord[]>;
    /** Counts of each month (UTC), label, institution and account type, in that order. */
    flagCounts(userId: string): Promise<readonly FlagCount[]>;
    /** How many transactions of a type fall into each window. Answered from an index. */
    countTransactions(
      userId: string,
      transactionType: string,
      windows: readonly SecondsWindow[],
    ): Promise<readonly number[]>;
    /** How many flags of a label fall into each window. Answered from an index. */
    countFlags(
      userId: string,
      flagLabel: string,
      windows: readonly SecondsWindow[],
    ): Promise<readonly number[]>;
  };
}
