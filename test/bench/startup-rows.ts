import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../source-files.ts';
import type { BenchGroup, BenchRow } from './bench-row.ts';
import { paymentsLedger } from './payments-ledger.ts';
import { processMs, sideBySide } from './side-by-side.ts';
import { transactionsLedger } from './transactions-ledger.ts';

const LAUNCHER = join(ROOT, 'bin', 'loandesk.js');
const ROUNDS = { warmUps: 5, rounds: 41 };

interface StartupRow {
  readonly words: readonly string[];
  readonly expected: RegExp;
  readonly budgetTimes: number | null;
  readonly aimTimes: number | null;
}

/** Whole processes of the program beside a Node that does nothing. */
export const STARTUP: BenchGroup = {
  name: 'start-up',
  async rows() {
    return [
      startupRow({
        words: ['--version'],
        expected: /^loandesk \d/,
        budgetTimes: 1.3,
        aimTimes: 1.15,
      }),
      startupRow({ words: ['--help'], expected: /loan show/, budgetTimes: 1.5, aimTimes: 1.2 }),
    ];
  },
};

/** The same on a ledger with a million payments; what is printed, and that `pay` books, as on any other day. */
export const LARGE_LEDGER: BenchGroup = {
  name: 'large ledger',
  async rows(say) {
    const { home, loanId } = await paymentsLedger(say);
    const expected = new RegExp(loanId);
    const read = { expected, budgetTimes: 2.5, aimTimes: 2.0 };
    const complete = { expected: /^LN-/, budgetTimes: 1.8, aimTimes: 1.5 };
    const information = { expected, budgetTimes: null, aimTimes: null };
    const pay = ['pay', loanId, '--amount', '1.00', '--method', 'manual_transfer', '--dry-run'];
    return [
      startupRow({ words: ['loan', 'show', loanId], ...read }, home),
      startupRow({ words: ['loan', 'show', loanId, '--json'], ...read }, home),
      startupRow({ words: ['loan', 'show', loanId, '--format', 'table'], ...information }, home),
      startupRow({ words: ['__complete', '--', 'loan', 'show', loanId.slice(0, 5)], ...complete }, home),
      startupRow({ words: pay, ...information }, home),
    ];
  },
};

/** What scoring asks of a user, on a ledger with ten million transactions, half of them one user's. */
export const USER_DATA: BenchGroup = {
  name: 'user data',
  async rows(say) {
    const { home, crowdedUser, user } = await transactionsLedger(say);
    const asOf = ['--as-of', '2025-12-31'];
    const features = {
      expected: /"count_of_airtime_purchase_events_0_30": [1-9]/,
      budgetTimes: 2.5,
      aimTimes: 2.0,
    };
    const summary = { expected: /2025-12|202512/, budgetTimes: null, aimTimes: null };
    return [
      startupRow({ words: ['users', 'features', user, ...asOf, '--json'], ...features }, home),
      startupRow({ words: ['users', 'features', crowdedUser, ...asOf, '--json'], ...features }, home),
      startupRow({ words: ['users', 'summary', user], ...summary }, home),
      startupRow({ words: ['users', 'summary', crowdedUser], ...summary }, home),
    ];
  },
};

/** Without a home of its own the row gets an empty one. */
function startupRow(row: StartupRow, givenHome?: string): BenchRow {
  return {
    work: `loandesk ${row.words.join(' ')}`,
    against: 'node -e 0',
    budgetTimes: row.budgetTimes,
    aimTimes: row.aimTimes,
    async measure() {
      const home = givenHome ?? mkdtempSync(join(tmpdir(), 'loandesk-bench-'));
      const environment = { HOME: home, LOANDESK_HOME: home };
      try {
        return await sideBySide(
          () => processMs(['-e', '0'], environment),
          () => processMs([LAUNCHER, ...row.words], environment, row.expected),
          ROUNDS,
        );
      } finally {
        if (givenHome === undefined) rmSync(home, { recursive: true, force: true });
      }
    },
  };
}
