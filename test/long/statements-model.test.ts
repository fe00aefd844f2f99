import { it } from 'vitest';
import { runRound } from '../statements-model/rounds.ts';

const SEED = process.env.LOANDESK_TEST_SEED;
const IMPORTS = 50_000;

// Until rows are recognised anew: LOANDESK_TEST_SEED=1 npm run test:long -- test/long/statements-model.test.ts
it.runIf(SEED !== undefined)(
  'fifty thousand imports of statements post no payment twice and lose none',
  () => runRound({ firstSeed: Number(SEED ?? 1), imports: IMPORTS }),
  3_600_000,
);
