import { textOfUnits, unitsOf } from './decimal-units.ts';

/** Where each row of a file goes, in the order people are told. */
export const ROW_OUTCOMES = ['post', 'already_imported', 'held', 'not_a_repayment', 'refused'] as const;

export type RowOutcome = (typeof ROW_OUTCOMES)[number];

export interface CurrencySum {
  readonly currency: string;
  readonly count: number;
  /** Decimal text. */
  readonly sum: string;
}

/** What a person said the file holds; null: nothing was said. */
export interface ExpectedRows {
  readonly count: number | null;
  /** Decimal text, EGP. */
  readonly total: string | null;
}

/** How a run ends: nothing waits for a person, something does, or nothing was posted. */
export type BatchVerdict = 'done' | 'waiting' | 'nothing_posted';

/** Counts the rows of a file by outcome and currency. */
export class BatchOutcomes {
  readonly #sums = new Map<RowOutcome, Map<string, { count: number; units: bigint }>>();
  #withoutAmount = 0;

  /** Takes a row into account; one whose amount cannot be read counts as 0.00. `amount` is decimal text. */
  add(outcome: RowOutcome, currency: string, amount: string | null): void {
    const ofOutcome = this.#sums.get(outcome) ?? new Map<string, { count: number; units: bigint }>();
    this.#sums.set(outcome, ofOutcome);
    const sum = ofOutcome.get(currency) ?? { count: 0, units: 0n };
    ofOutcome.set(currency, sum);
    sum.count += 1;
    if (amount === null) this.#withoutAmount += 1;
    else sum.units += unitsOf(amount);
  }

  count(outcome: RowOutcome): number {
    let count = 0;
    for (const sum of this.#sums.get(outcome)?.values() ?? []) count += sum.count;
    return count;
  }

  /** Every outcome, each by currency, EGP first. */
  byOutcome(): Readonly<Record<RowOutcome, readonly CurrencySum[]>> {
    const entries = ROW_OUTCOMES.map((outcome) => [outcome, this.#currencies(outcome)] as const);
    return Object.fromEntries(entries) as Record<RowOutcome, readonly CurrencySum[]>;
  }

  /**
   * What the file holds otherwise than expected, in words; empty when nothing. Rows of money that came in are
   * counted, whatever becomes of them; only EGP is added up.
   */
  contradictions({ count, total }: ExpectedRows): readonly string[] {
    const receipts = ROW_OUTCOMES.filter((outcome) => outcome !== 'not_a_repayment');
    const rows = receipts.reduce((all, outcome) => all + this.count(outcome), 0);
    const units = receipts.reduce(
      (all, outcome) => all + (this.#sums.get(outcome)?.get('EGP')?.units ?? 0n),
      0n,
    );
    const found: string[] = [];
    if (count !== null && count !== rows) found.push(`${count} rows were expected, the file has ${rows}`);
    if (total !== null && unitsOf(total) !== units) {
      const expected = textOfUnits(unitsOf(total));
      const unread = this.#withoutAmount;
      const rest = `, not counting ${unread} refused ${unread === 1 ? 'row' : 'rows'} whose amount is not known`;
      found.push(
        `${expected} EGP was expected, the file adds up to ${textOfUnits(units)}${unread === 0 ? '' : rest}`,
      );
    }
    return found;
  }

  /** How the run ends. A refused row posts nothing of the file, unless such rows are `rejected` into a file. */
  verdict({ rejected }: { readonly rejected: boolean }): BatchVerdict {
    const refused = this.count('refused') > 0;
    const writes = this.count('post') + this.count('held') > 0;
    if (refused && !(rejected && writes)) return 'nothing_posted';
    return refused || this.count('held') > 0 ? 'waiting' : 'done';
  }

  #currencies(outcome: RowOutcome): readonly CurrencySum[] {
    const sums = [...(this.#sums.get(outcome) ?? [])];
    sums.sort(([a], [b]) => Number(b === 'EGP') - Number(a === 'EGP') || (a < b ? -1 : 1));
    return sums.map(([currency, { count, units }]) => ({ currency, count, sum: textOfUnits(units) }));
  }
}
