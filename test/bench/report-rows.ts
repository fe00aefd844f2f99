import { join } from 'node:path';
import Database from 'better-sqlite3';
import { ROOT } from '../source-files.ts';
import type { BenchGroup } from './bench-row.ts';
import { PORTFOLIO_DATE, portfolioLedger } from './portfolio-ledger.ts';
import { processMs, sideBySide } from './side-by-side.ts';

const LAUNCHER = join(ROOT, 'bin', 'loandesk.js');
const ROUNDS = { warmUps: 1, rounds: 5 };
/** What the loans' accounts are computed from; their postings, which are held against it, are not counted. */
const ROWS_OF_LOANS = ['loans', 'disbursements', 'payments'] as const;

/** Reports over a book of 100,000 loans beside one scan of its rows. */
export const REPORTS: BenchGroup = {
  name: 'reports',
  async rows(say) {
    const home = await portfolioLedger(say);
    const row = (words: readonly string[], expected: RegExp, budget: boolean) => ({
      work: `loandesk ${words.join(' ')}, 100,000 loans`,
      against: 'better-sqlite3 reading their rows once',
      budgetTimes: budget ? 5 : null,
      aimTimes: budget ? 2 : null,
      measure: () =>
        sideBySide(
          () => scanMs(join(home, 'ledger.db')),
          () =>
            processMs(
              [LAUNCHER, ...words, '--business-date', PORTFOLIO_DATE, '--json'],
              { HOME: home, LOANDESK_HOME: home },
              expected,
            ),
          ROUNDS,
        ),
    });
    return [
      row(['report', 'portfolio'], /"loans": 100000[\s\S]*"reconciled": true/, true),
      row(['report', 'portfolio', '--as-of', '2021-12-31'], /"reconciled": true/, false),
      row(['report', 'trial-balance'], /"total_debit"/, false),
      row(['today'], /"due_today"/, false),
      row(['find', 'nothing like it'], /"matches": \[\]/, false),
    ];
  },
};

/** How long the engine takes to hand over every row of the loans, in milliseconds. */
function scanMs(path: string): number {
  const start = performance.now();
  const db = new Database(path, { readonly: true });
  try {
    for (const table of ROWS_OF_LOANS) {
      let rows = 0;
      for (const _row of db.prepare(`SELECT * FROM ${table}`).raw().iterate()) rows += 1;
      if (rows === 0) throw new Error(`${table} is empty`);
    }
  } finally {
    db.close();
  }
  return performance.now() - start;
}
