import { copyFileSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  applyWords,
  approveWords,
  DAY_ONE,
  disburseWords,
  payWords,
  type Ran,
  type Workbench,
} from '../workbench.ts';
import { type CallPoint, callsOf, killAtCall } from './kill-at-call.ts';

/** A command to be killed at every point, with what must hold afterwards. */
export interface CrashCase {
  readonly name: string;
  /** Makes the ledger as it stands before the command (none: it is the command that makes it); answers its words. */
  prepare(bench: Workbench): Promise<readonly string[]>;
  /** What the same command may answer the second time, when the first had come through. */
  readonly repeatedExitCodes: readonly number[];
  /** Whether it writes on a thread of its own. */
  readonly onThread?: boolean;
  /** Whether how often it commits depends on how fast its file comes: the last of its calls may not come again. */
  readonly callsVary?: boolean;
  /** Rows there must be in the end, by table. */
  readonly rowsAfter: Readonly<Record<string, number>>;
  /** What must hold of a ledger whose command was killed, besides that it verifies. */
  holdsWhenKilled?(bench: Workbench, crashed: Ran): void;
}

const REFERENCE = 'FT-26001';

export const CRASH_CASES: readonly CrashCase[] = [
  {
    name: 'pay',
    prepare: async (bench) => payWords(await bench.openLoan(), '1234.56', REFERENCE),
    repeatedExitCodes: [0],
    rowsAfter: { payments: 1, journal_entries: 2, loans: 1 },
  },
  {
    name: 'decide',
    prepare: async (bench) => approveWords(await bench.apply()),
    repeatedExitCodes: [0, 6],
    rowsAfter: { decisions: 1, loans: 1, applications: 1 },
  },
  {
    name: 'disburse',
    prepare: async (bench) => disburseWords(await bench.approvedLoan()),
    repeatedExitCodes: [0, 3],
    rowsAfter: { disbursements: 1, journal_entries: 1 },
  },
  {
    name: 'merchants import',
    prepare: async (bench) => {
      await bench.prepare(['ledger', 'init']);
      return ['merchants', 'import', ordersFile(bench, 60)];
    },
    repeatedExitCodes: [0],
    rowsAfter: { merchants: 1, stores: 1, orders: 60 },
  },
  {
    name: 'pay import',
    prepare: async (bench) => ['pay', 'import', repaymentsFile(bench, [await bench.openLoan()], 30), '--yes'],
    repeatedExitCodes: [0],
    rowsAfter: { payments: 30, journal_entries: 31, batch_rows: 30, payment_batches: 1 },
    holdsWhenKilled: (bench) => expect(bench.count('payments')).toBeOneOf([0, 30]),
  },
  {
    name: 'pay import of a statement',
    prepare: async (bench) => ['pay', 'import', statementFile(bench, await bench.openLoan()), '--yes'],
    // What is held waits for a person, which the second run does not say again.
    repeatedExitCodes: [0, 8],
    rowsAfter: { payments: 1, held_rows: 2, held_entries: 2, batch_rows: 3, bank_statements: 1 },
    holdsWhenKilled: (bench) => expect(bench.count('payments') * 2).toBe(bench.count('held_rows')),
  },
  {
    name: 'ledger init',
    prepare: async () => ['ledger', 'init'],
    repeatedExitCodes: [0, 6],
    rowsAfter: { policy_versions: 1, applications: 0 },
  },
  {
    name: 'apply that makes its ledger',
    prepare: async () => [...applyWords(), '--external-reference', REFERENCE],
    repeatedExitCodes: [0, 6],
    rowsAfter: { policy_versions: 1, applications: 1 },
  },
];

/** Records of one commit of an import, unless the file comes slowly; and of one batch, which is never cut. */
const COMMITTED_TOGETHER = 20_000;
const ONE_BATCH = 1_000;

/** An import of two commits: what is there are whole batches, and at least what was told. */
export const IMPORT_OF_TWO_COMMITS: CrashCase = {
  name: 'merchants import of two commits',
  callsVary: true,
  prepare: async (bench) => {
    await bench.prepare(['ledger', 'init']);
    return ['merchants', 'import', ordersFile(bench, COMMITTED_TOGETHER + 500)];
  },
  repeatedExitCodes: [0],
  rowsAfter: { merchants: 1, stores: 1, orders: COMMITTED_TOGETHER + 500 },
  holdsWhenKilled(bench, { stderr }) {
    const records = ['merchants', 'stores', 'orders'].reduce((sum, table) => sum + bench.count(table), 0);
    if (records !== COMMITTED_TOGETHER + 502) expect(records % ONE_BATCH).toBe(0);
    const told = [...stderr.matchAll(/: ([\d,]+) records/g)].map(([, count = '']) =>
      count.replaceAll(',', ''),
    );
    expect(records).toBeGreaterThanOrEqual(Number(told.at(-1) ?? 0));
  },
};

/** As many rows as are written on a thread while those after them are made. */
const ROWS_FOR_A_THREAD = 5_000;
/** Loans they are of: each is looked at by the verification from its first payment to its last. */
const LOANS = 2;

/** An import that is posted on a thread: all of it or nothing, wherever that ends. */
export const LARGE_PAY_IMPORT: CrashCase = {
  name: 'pay import of many rows',
  prepare: async (bench) => {
    const loans: string[] = [];
    while (loans.length < LOANS) loans.push(await bench.openLoan());
    return ['pay', 'import', repaymentsFile(bench, loans, ROWS_FOR_A_THREAD / LOANS, 1), '--yes'];
  },
  onThread: true,
  repeatedExitCodes: [0],
  rowsAfter: {
    payments: ROWS_FOR_A_THREAD,
    journal_entries: ROWS_FOR_A_THREAD + LOANS,
    batch_rows: ROWS_FOR_A_THREAD,
    payment_batches: 1,
  },
  holdsWhenKilled: (bench) => expect(bench.count('payments')).toBeOneOf([0, ROWS_FOR_A_THREAD]),
};

/** A data file of one merchant, one store and `orders` orders. */
export function ordersFile(bench: Workbench, orders: number): string {
  const path = join(bench.folder, 'orders.jsonl');
  const lines = [
    { kind: 'merchant', external_id: 'm-1', name: 'Nile Crafts' },
    { kind: 'store', merchant: 'm-1', id: 's-1', type: 'WOOCOMMERCE', name: 'Nile Crafts Online' },
    ...Array.from({ length: orders }, (_, index) => ({
      kind: 'order',
      merchant: 'm-1',
      store_id: 's-1',
      id: `o-${index}`,
      created_at: new Date(Date.UTC(2023, 0, 1 + (index % 360), index % 24)).toISOString(),
      currency: 'EGP',
      total_price: `${100 + index}.50`,
    })),
  ];
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

/** A file in our own columns of so many payments of each loan. */
function repaymentsFile(bench: Workbench, loans: readonly string[], ofEach: number, pounds = 100): string {
  const path = join(bench.folder, 'repayments.csv');
  const lines = Array.from({ length: loans.length * ofEach }, (_, index) => {
    const loan = loans[index % loans.length];
    return `${loan},${pounds}.${10 + (index % 90)},${DAY_ONE},FT-${index}`;
  });
  writeFileSync(path, ['loan_id,payment_amount,payment_date,payment_reference', ...lines, ''].join('\n'));
  return path;
}

/** A bank's statement of one payment for a loan and two that name none. */
function statementFile(bench: Workbench, loan: string): string {
  const path = join(bench.folder, 'statement.sta');
  const credit = (index: number, text: string) =>
    `:61:2401100110C1000,00NTRFNONREF//FT-${index}\n:86:${text}\n`;
  writeFileSync(
    path,
    `:20:S1\n:25:EG380019000500000000263180002\n:28C:1/1\n:60F:C240109EGP0,00\n` +
      credit(1, `installment ${loan}`) +
      credit(2, 'thank you') +
      credit(3, 'from a friend') +
      ':62F:C240110EGP3000,00\n',
  );
  return path;
}

/** A case made ready: the ledger before the command is kept aside and laid back before every kill. */
export async function makeReady(bench: Workbench, crash: CrashCase): Promise<ReadyCase> {
  const words = [...(await crash.prepare(bench)), '--json'];
  const before = join(bench.folder, 'before.db');
  if (existsSync(bench.ledger)) copyFileSync(bench.ledger, before);
  const layBack = () => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${bench.ledger}${end}`, { force: true });
    if (existsSync(before)) copyFileSync(before, bench.ledger);
  };
  layBack();
  const { onThread = false } = crash;
  const calls = await callsOf(bench, words, { onThread });
  return {
    calls,
    async killAndRepeat(call) {
      layBack();
      const crashed = await killAtCall(bench, words, call, { onThread });
      const at = `${crash.name}, killed at ${call.name} ${call.nth}`;
      if (crash.callsVary && !crashed.killed) {
        expect([at, crashed.exitCode, rowsOf(bench, crash)]).toEqual([at, 0, crash.rowsAfter]);
        return false;
      }
      expect([at, crashed.signal]).toEqual([at, 'SIGKILL']);
      // A ledger whose maker had only made the file is none yet, and verify says so.
      const isBegun = statSync(bench.ledger, { throwIfNoEntry: false })?.size !== 0;
      // The program finishes a ledger that is half made; of another one the check here says the same for less.
      if (isBegun && existsSync(before))
        expect([at, await bench.verifyHere()]).toMatchObject([at, { ok: true }]);
      else if (isBegun) {
        const verified = await bench.must(['ledger', 'verify', '--if-exists', '--json']);
        expect([at, verified]).toMatchObject([at, { ok: true }]);
      }
      crash.holdsWhenKilled?.(bench, crashed);
      const acknowledged = crashed.stdout !== '';
      if (acknowledged) expect([at, rowsOf(bench, crash)]).toEqual([at, crash.rowsAfter]);
      const repeated = await bench.run(words);
      expectRepeated(at, crash, crashed, repeated);
      expect([at, rowsOf(bench, crash)]).toEqual([at, crash.rowsAfter]);
      expect([at, await bench.verifyHere()]).toMatchObject([at, { ok: true, violations: [] }]);
      return true;
    },
  };
}

/** `many` calls spread evenly over a run, the last among them. */
export function someOf(calls: readonly CallPoint[], many: number): readonly CallPoint[] {
  return Array.from(
    { length: many },
    (_, index) => calls[Math.ceil(((index + 1) * calls.length) / many) - 1]!,
  );
}

interface ReadyCase {
  /** What the command does to the disk, in order. */
  readonly calls: readonly CallPoint[];
  /** Kills at that call, looks, repeats, looks again. False: it came to its end before, where its calls vary. */
  killAndRepeat(call: CallPoint): Promise<boolean>;
}

function expectRepeated(at: string, crash: CrashCase, crashed: Ran, repeated: Ran): void {
  const told = [at, repeated.exitCode, repeated.stderr];
  if (crashed.stdout === '') {
    expect(told).toEqual([at, expect.toBeOneOf([0, ...crash.repeatedExitCodes]), expect.anything()]);
  } else {
    expect(told).toEqual([at, expect.toBeOneOf([...crash.repeatedExitCodes]), expect.anything()]);
  }
  if (crash.name !== 'pay' || crashed.stdout === '') return;
  const { replayed: _first, ...first } = JSON.parse(crashed.stdout) as Record<string, unknown>;
  expect(JSON.parse(repeated.stdout)).toEqual({ ...first, replayed: true });
}

function rowsOf(bench: Workbench, crash: CrashCase): Record<string, number> {
  return Object.fromEntries(Object.keys(crash.rowsAfter).map((table) => [table, bench.count(table)]));
}
