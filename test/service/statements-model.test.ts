import { expect, it } from 'vitest';
import { scenarioOf } from '../statements-model/flows.ts';
import { runRound } from '../statements-model/rounds.ts';
import { LONG_TEST_MS, USUAL } from '../store/empty-ledger.ts';

/** Files of the short round; a ledger of its own for a few of them takes its time in PostgreSQL. */
const IMPORTS = USUAL === 'postgres' ? 60 : 150;

it('is the same for the same seed', () => {
  expect(scenarioOf(7)).toEqual(scenarioOf(7));
});

it(
  'statements cut anyhow, in any order, leave each payment once',
  () => runRound({ firstSeed: 1, imports: IMPORTS }),
  LONG_TEST_MS,
);
