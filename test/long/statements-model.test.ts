import { it } from 'vitest';
import { runRound } from '../statements-model/rounds.ts';

/** Scenarios of a round begin after all those of the round before. */
const SEEDS_OF_A_ROUND = 10_000;
const ROUND = Number(process.env.LOANDESK_TEST_SEED ?? 1);

/**
 * As many as take some minutes beside the other long tests. By hand, all fifty thousand, of one round or another:
 * `LOANDESK_TEST_IMPORTS=50000 LOANDESK_TEST_SEED=2 npm run test:long -- test/long/statements-model.test.ts`
 */
const IMPORTS = Number(process.env.LOANDESK_TEST_IMPORTS ?? 20_000);

it(
  'imports of statements, cut anyhow, post no payment twice and lose none',
  {
    timeout: 3_600_000,
  },
  () => runRound({ firstSeed: (ROUND - 1) * SEEDS_OF_A_ROUND + 1, imports: IMPORTS }),
);
