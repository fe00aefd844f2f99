import { describe, it } from 'vitest';
import { expectReplayHolds } from '../service/replay-desk.ts';

describe('replaying the past, for long', () => {
  it('holds for thousands of plans entered in any order, the ledger verified after each', async () => {
    await expectReplayHolds(2_000);
  }, 900_000);
});
