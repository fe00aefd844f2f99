import { describe, expect, it } from 'vitest';
import { mayMove, movesFrom, STORE_STATUSES } from '../../src/domain/store-status.ts';

describe('the moves of a store', () => {
  it('allows the cycle of fetching, letting go and coming back, and nothing else', () => {
    const allowed = STORE_STATUSES.flatMap((from) =>
      STORE_STATUSES.filter((to) => from !== to && mayMove(from, to)).map((to) => `${from} ${to}`),
    );
    expect(allowed.sort()).toEqual([
      'DISCONNECTED QUEUED',
      'ERRORED DISCONNECTED',
      'ERRORED QUEUED',
      'FETCHING DISCONNECTED',
      'FETCHING ERRORED',
      'FETCHING READY',
      'QUEUED DISCONNECTED',
      'QUEUED FETCHING',
      'READY DISCONNECTED',
      'READY QUEUED',
    ]);
  });

  it.each(STORE_STATUSES)('lets %s stay as it is, and names what it may become', (status) => {
    expect(mayMove(status, status)).toBe(true);
    expect(movesFrom(status).every((to) => mayMove(status, to))).toBe(true);
    expect(movesFrom(status)).not.toContain(status);
  });
});
