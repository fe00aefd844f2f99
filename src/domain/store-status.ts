export const STORE_STATUSES = ['QUEUED', 'FETCHING', 'READY', 'DISCONNECTED', 'ERRORED'] as const;
export type StoreStatus = (typeof STORE_STATUSES)[number];

/** Where a store may go from each status; a store that is let go of may be so at any time. */
const NEXT: Readonly<Record<StoreStatus, readonly StoreStatus[]>> = {
  QUEUED: ['FETCHING', 'DISCONNECTED'],
  FETCHING: ['READY', 'ERRORED', 'DISCONNECTED'],
  READY: ['QUEUED', 'DISCONNECTED'],
  ERRORED: ['QUEUED', 'DISCONNECTED'],
  DISCONNECTED: ['QUEUED'],
};

/** Whether a store may move from one status to another. Staying is no move; a new store may start anywhere. */
export function mayMove(from: StoreStatus, to: StoreStatus): boolean {
  return from === to || NEXT[from].includes(to);
}

/** The statuses a store may move to, for the sentence that refuses another. */
export function movesFrom(from: StoreStatus): readonly StoreStatus[] {
  return NEXT[from];
}
