import { textOfUnits, unitsOf } from './decimal-units.ts';
import { type HeldMoney, isOpen } from './held-money.ts';
import type { StatementChain } from './statement-chain.ts';

/** Rows of an account in a time that went the same way, added up; `sum` is decimal text. */
export interface RowSum {
  readonly direction: 'credit' | 'debit';
  readonly outcome: 'posted' | 'held' | 'not_a_repayment';
  readonly count: number;
  readonly sum: string;
}

/** A held row of money that came in, with its amount as decimal text. */
export interface HeldCredit extends HeldMoney {
  readonly amount: string;
}

export interface CountedSum {
  readonly count: number;
  readonly sum: string;
}

/** One currency of an account over a time. */
export interface AccountOverTime {
  readonly chain: StatementChain;
  /** Rows dated in the time. */
  readonly rows: readonly RowSum[];
  /** Rows the statements hold that are dated before the time, and after it. */
  readonly rowsBefore: readonly RowSum[];
  readonly rowsAfter: readonly RowSum[];
  /** Those of `rows` that are held credits, each by itself. */
  readonly held: readonly HeldCredit[];
}

/** What a bank account received and paid, held against what became of it. */
export interface Reconciliation {
  /** At the beginning and at the end of the time; null when no statement says it. */
  readonly opening: string | null;
  readonly closing: string | null;
  readonly credits: CountedSum;
  readonly debits: CountedSum;
  readonly posted: CountedSum;
  readonly held: CountedSum;
  readonly dismissed: CountedSum;
  readonly notARepayment: CountedSum;
  /** null: nothing says what there should be. */
  readonly difference: string | null;
}

/**
 * Reconciles one currency: opening + credits − debits = closing, and credits = posted + held + dismissed + not a
 * repayment. The difference is closing − (opening + those four − debits). Where the statements say no balances it is
 * what they say moved, against the rows. A statement that reaches out of the time is cut by its rows.
 */
export function reconcile({ chain, rows, rowsBefore, rowsAfter, held }: AccountOverTime): Reconciliation {
  const credits = added(rows, (row) => row.direction === 'credit');
  const debits = added(rows, (row) => row.direction === 'debit');
  const parts = partsOf(rows, held);
  const accounted = parts.reduce((sum, part) => sum + part.units, 0n) - debits.units;
  const opening = chain.opening === null ? null : unitsOf(chain.opening) + netOf(rowsBefore);
  const closing = chain.closing === null ? null : unitsOf(chain.closing) - netOf(rowsAfter);
  const [posted, waiting, dismissed, notARepayment] = parts;
  return {
    opening: opening === null ? null : textOfUnits(opening),
    closing: closing === null ? null : textOfUnits(closing),
    credits: told(credits),
    debits: told(debits),
    posted: told(posted),
    held: told(waiting),
    dismissed: told(dismissed),
    notARepayment: told(notARepayment),
    difference: differenceOf({
      chain,
      opening,
      closing,
      accounted,
      outside: netOf(rowsBefore) + netOf(rowsAfter),
    }),
  };
}

interface Units {
  readonly count: number;
  readonly units: bigint;
}

function differenceOf(figures: {
  readonly chain: StatementChain;
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly accounted: bigint;
  readonly outside: bigint;
}): string | null {
  const { chain, opening, closing, accounted, outside } = figures;
  if (opening !== null && closing !== null) return textOfUnits(closing - opening - accounted);
  return chain.statedUnits === null ? null : textOfUnits(chain.statedUnits - outside - accounted);
}

/** Posted, waiting, dismissed, not a repayment. A row that is split counts in each. */
function partsOf(
  rows: readonly RowSum[],
  held: readonly HeldCredit[],
): readonly [Units, Units, Units, Units] {
  const of = (outcome: RowSum['outcome']) =>
    added(rows, (row) => row.direction === 'credit' && row.outcome === outcome);
  let posted = of('posted');
  let dismissed: Units = NOTHING;
  let waitingCount = 0;
  let settledUnits = 0n;
  for (const row of held) {
    const matched = leftBy(row, ['matched', 'reopened']);
    const gone = leftBy(row, ['dismissed']);
    if (matched > 0n) posted = { count: posted.count + 1, units: posted.units + matched };
    if (gone > 0n) dismissed = { count: dismissed.count + 1, units: dismissed.units + gone };
    if (isOpen(row)) waitingCount += 1;
    settledUnits += matched + gone;
  }
  const waiting = { count: waitingCount, units: of('held').units - settledUnits };
  return [posted, waiting, dismissed, of('not_a_repayment')];
}

/** What steps of some kinds took of a row; all of it where the row is in no book of ours. */
function leftBy({ amount, amountPiastres, steps }: HeldCredit, kinds: readonly string[]): bigint {
  const taken = steps.filter(({ kind }) => kinds.includes(kind));
  if (amountPiastres === null) return taken.length === 0 ? 0n : unitsOf(amount);
  const piastres = taken.reduce((sum, step) => sum + (step.amountPiastres ?? 0), 0);
  return BigInt(piastres) * UNITS_PER_PIASTRE;
}

function netOf(rows: readonly RowSum[]): bigint {
  return (
    added(rows, (row) => row.direction === 'credit').units -
    added(rows, (row) => row.direction === 'debit').units
  );
}

function added(rows: readonly RowSum[], isOf: (row: RowSum) => boolean): Units {
  return rows
    .filter(isOf)
    .reduce<Units>(
      (all, { count, sum }) => ({ count: all.count + count, units: all.units + unitsOf(sum) }),
      NOTHING,
    );
}

function told({ count, units }: Units): CountedSum {
  return { count, sum: textOfUnits(units) };
}

const NOTHING: Units = { count: 0, units: 0n };
/** Hundred-thousandths of a pound in a piastre. */
const UNITS_PER_PIASTRE = 1000n;

/** Held rows of either direction, added up: below zero, more went out. */
export function netSum(
  rows: readonly { readonly direction: 'credit' | 'debit'; readonly amount: string }[],
): CountedSum {
  const units = rows.reduce(
    (sum, { direction, amount }) => sum + (direction === 'credit' ? unitsOf(amount) : -unitsOf(amount)),
    0n,
  );
  return told({ count: rows.length, units });
}

/**
 * Whether a time is reconciled: every difference is known and zero, also of each stretch of days, nothing is missing
 * between statements, and nothing may be counted twice.
 */
export function isReconciled(
  currencies: readonly {
    readonly difference: string | null;
    readonly gaps: readonly unknown[];
    readonly differences: readonly unknown[];
    readonly unsure: { readonly count: number };
  }[],
): boolean {
  return (
    currencies.length > 0 &&
    currencies.every(
      ({ difference, gaps, differences, unsure }) =>
        difference !== null &&
        unitsOf(difference) === 0n &&
        gaps.length === 0 &&
        differences.length === 0 &&
        unsure.count === 0,
    )
  );
}
