import { spawnSync } from 'node:child_process';
import type { Measured } from './bench-row.ts';

/** One side of a comparison: does the work once and answers how long it took, in milliseconds. */
type Side = () => number | Promise<number>;

/**
 * Runs both sides in turn, A B A B, so that whatever else the machine does falls on both; the first rounds are
 * left out and the medians of the others compared.
 */
export async function sideBySide(
  bound: Side,
  subject: Side,
  how: { readonly warmUps: number; readonly rounds: number },
): Promise<Measured> {
  const bounds: number[] = [];
  const subjects: number[] = [];
  for (let round = 0; round < how.warmUps + how.rounds; round++) {
    const boundMs = await bound();
    const subjectMs = await subject();
    if (round < how.warmUps) continue;
    bounds.push(boundMs);
    subjects.push(subjectMs);
  }
  return { bound: median(bounds), subject: median(subjects), unit: 'ms', rounds: how.rounds };
}

/**
 * Wall time in milliseconds of a whole process of the Node that runs the benchmark, its output in pipes. Throws
 * when it does not end well or prints other than `expected`, since a fast failure is not a figure.
 */
export function processMs(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  expected: RegExp = /^/,
): number {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const tookMs = performance.now() - start;
  if (status !== 0 || !expected.test(stdout)) {
    throw new Error(`node ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`);
  }
  return tookMs;
}

/** The middle of some figures; NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
