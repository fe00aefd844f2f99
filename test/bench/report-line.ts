import type { BenchRow, Measured } from './bench-row.ts';

/** How a row stands against its budget. */
export type Verdict = 'over' | 'within' | 'aim met' | 'information';

/** Judges a row by the ratio of its medians. */
export function verdictOf(row: BenchRow, measured: Measured): Verdict {
  if (row.budgetTimes === null) return 'information';
  const times = measured.subject / measured.bound;
  if (times > row.budgetTimes) return 'over';
  return row.aimTimes !== null && times <= row.aimTimes ? 'aim met' : 'within';
}

/** One row as text: the ratio first, then budget and aim, the verdict, and what the ratio is of. */
export function reportLine(row: BenchRow, measured: Measured): string {
  const times = `${(measured.subject / measured.bound).toFixed(2)} ×`;
  const budget = row.budgetTimes === null ? '' : `budget ${row.budgetTimes} ×, aim ${row.aimTimes} ×`;
  const verdict = {
    over: 'OVER',
    within: 'within',
    'aim met': 'within, aim met',
    information: 'information',
  };
  const figure = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ${measured.unit}`;
  const rounds = measured.rounds === 1 ? 'one run' : `medians of ${measured.rounds}`;
  return [
    times.padStart(8),
    budget.padEnd(26),
    verdict[verdictOf(row, measured)].padEnd(15),
    `${row.work}: ${figure(measured.subject)} beside ${figure(measured.bound)} of ${row.against}, ${rounds}`,
  ].join('  ');
}
