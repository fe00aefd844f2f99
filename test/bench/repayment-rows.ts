import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../source-files.ts';
import { benchId, benchLoan } from './bench-loan.ts';
import type { BenchRow, Measured } from './bench-row.ts';
import { cachedLedger } from './cached-ledger.ts';
import { type ImportFigures, importRows, memoryOf } from './import-figures.ts';
import { makeLoansLedger } from './payments-ledger.ts';
import { type CopiedRows, insertMs } from './raw-insert.ts';
import { eachRepayment, REPAYMENTS, repaymentLines } from './repayment-file.ts';
import { processMs, sideBySide } from './side-by-side.ts';
import { TELLING_PEAK, toldPeakMb } from './told-peak.ts';

const LAUNCHER = join(ROOT, 'bin', 'loandesk.js');
const { loans: LOANS, rows: ROWS, businessDate: BUSINESS_DATE } = REPAYMENTS;
const TIMES_THE_ROWS = 10;
/** Long runs: what starts cold in the first of them is nothing beside the rest. */
const ROUNDS = { warmUps: 0, rounds: 3 };

/** What an import adds to a ledger of loans that were paid out and nothing else. */
const ADDED: readonly CopiedRows[] = [
  { table: 'payment_batches' },
  { table: 'payments' },
  { table: 'journal_entries', where: "kind = 'payment'" },
  { table: 'postings', where: 'entry_number > 1' },
  { table: 'seals', where: "kind = 'entry' AND number > 1" },
  { table: 'batch_rows' },
];

/** Programs that read the same payments as a journal in plain text. */
const PEERS: readonly { readonly name: string; readonly words: readonly string[]; readonly isAim?: true }[] =
  [
    { name: 'hledger', words: ['hledger', '-f', 'payments.journal', 'balance'] },
    { name: 'beancount', words: ['bean-check', '--no-cache', 'payments.beancount'] },
    { name: 'ledger', words: ['ledger', '-f', 'payments.journal', 'balance'], isAim: true },
  ];

/** Imports of repayments beside the bare engine, ten times the rows, and what others take to read as many. */
export async function repaymentRows(say: (line: string) => void): Promise<readonly BenchRow[]> {
  const home = await loansAndRepayments(say);
  let imported: Promise<ImportFigures> | undefined;
  const measured = () => {
    imported ??= measureImport(home);
    return imported;
  };
  const work = `loandesk pay import, ${ROWS.toLocaleString('en')} rows over ${LOANS.toLocaleString('en')} loans`;
  return [
    ...importRows(work, 1.5, measured),
    {
      work: `loandesk pay import, ${(ROWS * TIMES_THE_ROWS).toLocaleString('en')} rows`,
      against: `the import of ${ROWS.toLocaleString('en')}`,
      budgetTimes: 11,
      aimTimes: 10,
      measure: async () => measureTenTimes(home, (await measured()).time.subject),
    },
    ...PEERS.flatMap(({ name, words, isAim }) => {
      if (!isInstalled(words[0] as string)) {
        say(`${name} is not installed: the import is not held against it`);
        return [];
      }
      return [
        {
          work,
          against: `${name} reading as many payments`,
          budgetTimes: isAim === true ? null : 1,
          aimTimes: 1,
          measure: () =>
            sideBySide(
              () => peerMs(home, words),
              () => onLoans(home, (path) => importMs(home, path, 1)),
              ROUNDS,
            ),
        },
      ];
    }),
  ];
}

/** A folder with a ledger of loans, the file of repayments, and the ledger the product makes of both. */
function loansAndRepayments(say: (line: string) => void): Promise<string> {
  const recipe = {
    name: 'repayments',
    holds: `${ROWS.toLocaleString('en')} repayments`,
    sources: [
      'src/store/sealing.ts',
      ...['bench-loan.ts', 'payments-ledger.ts', 'repayment-file.ts', 'repayment-rows.ts'].map(
        (name) => `test/bench/${name}`,
      ),
    ],
    async make(path: string) {
      const home = dirname(path);
      await makeLoansLedger(loansIn(home), LOANS, (index) => benchLoan(index, 0));
      writeFileSync(fileIn(home, 1), repaymentLines(1).join('\n'));
      writeFileSync(fileIn(home, TIMES_THE_ROWS), repaymentLines(TIMES_THE_ROWS).join('\n'));
      writeFileSync(join(home, 'payments.journal'), journal('2 spaces').join('\n'));
      writeFileSync(join(home, 'payments.beancount'), journal('beancount').join('\n'));
      copyFileSync(loansIn(home), path);
      importMs(home, path, 1);
    },
  };
  return cachedLedger(recipe, say);
}

const loansIn = (home: string) => join(home, 'loans.db');
const fileIn = (home: string, times: number) => join(home, `repayments-${times}.csv`);

/** The same payments as the plain-text accountants have them, two postings each. */
function journal(kind: '2 spaces' | 'beancount'): string[] {
  const isBeancount = kind === 'beancount';
  const lines = isBeancount
    ? [
        '2021-01-01 open Assets:Clearing EGP',
        ...Array.from(
          { length: LOANS },
          (_, index) => `2021-01-01 open Assets:${benchId('loan', index)} EGP`,
        ),
      ]
    : [];
  for (const { loanId, amount, date } of eachRepayment(1)) {
    lines.push(isBeancount ? `${date} * "payment"` : `${date} payment`);
    lines.push(`  Assets:Clearing  ${amount} EGP`, `  Assets:${loanId}  -${amount} EGP`, '');
  }
  return lines;
}

/** How long the whole program takes to import the file into a ledger, in milliseconds. */
function importMs(home: string, path: string, times: number, peakFile?: string): number {
  const results = mkdtempSync(join(tmpdir(), 'loandesk-bench-'));
  const environment = { HOME: results, LOANDESK_HOME: results, PEAK_FILE: peakFile ?? '' };
  const words = [LAUNCHER, 'pay', 'import', fileIn(home, times), '--yes', '--results', results];
  const more = ['--ledger', path, '--business-date', BUSINESS_DATE];
  try {
    return processMs([...(peakFile === undefined ? [] : TELLING_PEAK), ...words, ...more], environment);
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

/** Has work done on a copy of the ledger of loans. */
async function onLoans<T>(home: string, work: (path: string, folder: string) => T): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'loandesk-bench-'));
  const path = join(folder, 'ledger.db');
  try {
    copyFileSync(loansIn(home), path);
    return work(path, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureImport(home: string): Promise<ImportFigures> {
  const peaks: number[] = [];
  const time = await sideBySide(
    () => onLoans(home, (path) => insertMs(join(home, 'ledger.db'), path, ADDED)),
    () =>
      onLoans(home, (path, folder) => {
        const peakFile = join(folder, 'peak');
        const took = importMs(home, path, 1, peakFile);
        peaks.push(toldPeakMb(peakFile));
        return took;
      }),
    ROUNDS,
  );
  return {
    time,
    memory: memoryOf(peaks),
  };
}

async function measureTenTimes(home: string, oneMs: number): Promise<Measured> {
  const subject = await onLoans(home, (path) => importMs(home, path, TIMES_THE_ROWS));
  return { subject, bound: oneMs, unit: 'ms', rounds: 1 };
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

function peerMs(home: string, [program = '', ...words]: readonly string[]): number {
  const startMs = performance.now();
  const { status, stderr } = spawnSync(program, words, {
    cwd: home,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}\n${stderr}`);
  return performance.now() - startMs;
}
