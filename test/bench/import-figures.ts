import type { BenchRow, Measured } from './bench-row.ts';
import { median } from './side-by-side.ts';

const MOST_MEGABYTES = 250;
const AIM_MEGABYTES = 180;

/** What an import took beside the bare engine that is given the very same rows, and the most memory it held. */
export interface ImportFigures {
  readonly time: Measured;
  readonly memory: Measured;
}

/** The two rows of one import, which is measured once for both. */
export function importRows(
  work: string,
  aimTimes: number,
  measured: () => Promise<ImportFigures>,
): readonly BenchRow[] {
  return [
    {
      work,
      against: 'better-sqlite3 inserting the same rows, one transaction',
      budgetTimes: 2,
      aimTimes,
      measure: async () => (await measured()).time,
    },
    {
      work: `${work}, most memory`,
      against: 'what it may take',
      budgetTimes: 1,
      aimTimes: AIM_MEGABYTES / MOST_MEGABYTES,
      measure: async () => (await measured()).memory,
    },
  ];
}

/** The peaks of several runs, in MB, beside what an import may take. */
export function memoryOf(peaks: readonly number[]): Measured {
  return { subject: median(peaks), bound: MOST_MEGABYTES, unit: 'MB', rounds: peaks.length };
}
