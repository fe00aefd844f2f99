import { expect, it } from 'vitest';
import { scenarioOf } from '../statements-model/flows.ts';
import { runRound } from '../statements-model/rounds.ts';
import { LONG_TEST_MS, USUAL } from '../store/empty-ledger.ts';

/** Files of the short round; a ledger of its own for a few of them takes its time in PostgreSQL. */
const IMPORTS = USUAL === 'postgres' ? 60 : 150;

/** Found by the model, and to be mended with the recognition of rows; see `test/long/statements-model.test.ts`. */
const TO_BE_MENDED = [
  'file_refused',
  'held_twice',
  'known_names_other',
  'known_though_reversed',
  'lost',
  'posted_after_reversal',
  'posted_twice',
  'receipt_not_a_repayment',
  'refused_invalid_amount',
  'return_held_twice',
  'reversal_already_imported',
  'reversal_not_a_repayment',
  'unreadable',
  'unsure',
];

it('is the same for the same seed', () => {
  expect(scenarioOf(7)).toEqual(scenarioOf(7));
});

it(
  'statements cut anyhow, in any order, leave each payment once',
  () => runRound({ firstSeed: 1, imports: IMPORTS, known: TO_BE_MENDED }),
  LONG_TEST_MS,
);
