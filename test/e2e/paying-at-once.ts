import { join } from 'node:path';
import { execa } from 'execa';
import { expect } from 'vitest';
import { payWords, type Ran, type RunOptions, type Workbench } from '../workbench.ts';

const PAY_DAY = '2024-02-10';
/** How long a command must wait for the ledger before it says that it is busy. */
export const LOCK_WAIT_MS = 5_000;
const BUSY = 7;

/**
 * Runs a command, again when it says that the ledger is busy, as a person would. It may say so (fifty programs on a
 * slow machine take their time), but not before it has waited as long as it promises.
 */
export async function runPatiently(
  bench: Workbench,
  words: readonly string[],
  options: RunOptions = {},
): Promise<Ran> {
  for (;;) {
    const startMs = performance.now();
    const ran = await bench.run(words, options);
    if (ran.exitCode !== BUSY) return ran;
    expect(performance.now() - startMs).toBeGreaterThan(LOCK_WAIT_MS);
  }
}

/** So many commands at once that each pay 2,000 on a loan of half as much: exactly the payoff is booked. */
export async function payTwiceThePayoff(bench: Workbench, commands: number): Promise<void> {
  const fitting = commands / 2;
  const loan = await bench.openLoan(String(2_000 * fitting));
  const words = [...payWords(loan, '2000'), '--json'];
  const ran = await Promise.all(Array.from({ length: commands }, () => runPatiently(bench, words)));
  const codes = ran.map((one) => (one.exitCode === 0 ? 'booked' : JSON.parse(one.stderr).code));
  expect(codes.filter((code) => code === 'booked')).toHaveLength(fitting);
  expect(codes.filter((code) => code !== 'booked')).toEqual(Array(commands - fitting).fill('loan_paid_off'));
  const { outstanding_balance, payment_status } = await bench.must(['loan', 'show', loan]);
  expect({ outstanding_balance, payment_status }).toEqual({
    outstanding_balance: 0,
    payment_status: 'paid_off',
  });
  expect(await bench.verify()).toMatchObject({ ok: true, entries: fitting + 1 });
}

/** What one payer was told was booked. */
export interface Payer {
  readonly kind: 'commands' | 'service';
  readonly booked: readonly { readonly payment_id: string; readonly payment_amount: number }[];
  /** Exit code and error text of what failed. */
  readonly failed: readonly string[];
  readonly slowestMs: number;
}

/**
 * Payers on the same loans for a while: `commands` start the program for each payment, `services` hold the ledger
 * open and pay without a pause. Then nothing may be lost, nobody refused or starved, and the ledger must verify.
 */
export async function payAtOnce(
  bench: Workbench,
  how: { readonly commands: number; readonly services: number; readonly forMs: number },
): Promise<readonly Payer[]> {
  const loans = [await bench.openLoan('90000000'), await bench.openLoan('80000000')];
  const payers = await Promise.all([
    ...Array.from({ length: how.commands }, (_, number) => payByCommands(bench, loans, number, how.forMs)),
    ...Array.from({ length: how.services }, () => payFromOneProcess(bench, loans, how.forMs)),
  ]);
  expect(payers.map((payer) => payer.failed)).toEqual(payers.map(() => []));
  const told = payers.flatMap((payer) => payer.booked);
  const kept = bench.raw((db) =>
    db
      .prepare('SELECT payment_id AS id, amount_piastres AS piastres FROM payments ORDER BY payment_id')
      .all(),
  );
  expect(kept).toEqual(
    told
      .map((one) => ({ id: one.payment_id, piastres: Math.round(one.payment_amount * 100) }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
  expect(await bench.verify()).toMatchObject({ ok: true, exitCode: 0, entries: told.length + loans.length });
  return payers;
}

async function payByCommands(
  bench: Workbench,
  loans: readonly string[],
  number: number,
  forMs: number,
): Promise<Payer> {
  const booked: { payment_id: string; payment_amount: number }[] = [];
  const failed: string[] = [];
  let slowestMs = 0;
  for (const startMs = performance.now(); performance.now() - startMs < forMs; ) {
    const at = booked.length;
    const words = payWords(
      loans[(number + at) % loans.length]!,
      `${10 + number}.${String(at % 100).padStart(2, '0')}`,
    );
    const beganMs = performance.now();
    const ran = await bench.run([...words, '--json'], { businessDate: PAY_DAY });
    slowestMs = Math.max(slowestMs, performance.now() - beganMs);
    if (ran.exitCode === 0) booked.push(JSON.parse(ran.stdout));
    else failed.push(`exit ${ran.exitCode}: ${ran.stderr}`);
  }
  return { kind: 'commands', booked, failed, slowestMs };
}

async function payFromOneProcess(bench: Workbench, loans: readonly string[], forMs: number): Promise<Payer> {
  const script = join(import.meta.dirname, 'steady-payer.ts');
  const args = [script, bench.ledger, PAY_DAY, String(forMs), ...loans];
  const { stdout } = await execa(process.execPath, args, { timeout: forMs + 60_000 });
  return { kind: 'service', ...(JSON.parse(stdout) as Omit<Payer, 'kind'>) };
}
