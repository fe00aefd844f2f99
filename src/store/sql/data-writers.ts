import type { WriteTx } from '../port.ts';
import { loadedOnCall } from './loaded-on-call.ts';

/** Writers of merchants, users and what they have. */
export type DataWriters = WriteTx['upsert'] & Omit<WriteTx['update'], 'applicationStatus'>;

const NAMES = {
  merchants: true,
  stores: true,
  orders: true,
  users: true,
  transactions: true,
  flags: true,
  userLastUpdated: true,
  merchantLatestUpdate: true,
} as const;

/** Writers loaded when first called: only imports need them. */
export function dataWritersOnCall(load: () => Promise<DataWriters>): DataWriters {
  return loadedOnCall(NAMES, load);
}
