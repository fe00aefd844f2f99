import { AmountSum } from './statement-amount.ts';
import type { Movement } from './statement-tally.ts';

/**
 * Which way the reversals of a statement moved money: as the standard has it; the other way round, which only then ties
 * its balances; or nothing tells, and the standard's reading stands.
 */
export type ReversalReading = 'standard' | 'other_way' | 'untold';

/** What a statement's balances have to say: sums in hundred-thousandths. */
export interface BalancesTold {
  /** Opening and entries together; null when it does not state both balances. */
  readonly reached: bigint | null;
  readonly closing: bigint | null;
  /** An entry could not be read. */
  readonly unreadable: boolean;
}

/** The entries of a statement that the bank marks as reversals (`RvslInd`, `RC`, `RD`), as far as they are booked. */
export class StatementReversals {
  readonly credits = { count: 0, sum: new AmountSum() };
  readonly debits = { count: 0, sum: new AmountSum() };

  see({ direction, amount, amountPiastres }: Movement): void {
    const side = direction === 'credit' ? this.credits : this.debits;
    side.count += 1;
    side.sum.add(amount, amountPiastres);
  }

  get count(): number {
    return this.credits.count + this.debits.count;
  }

  /** How they are to be read, by the balances around them as they were read so far; null when there are none. */
  reading({ reached, closing, unreadable }: BalancesTold): ReversalReading | null {
    if (this.count === 0) return null;
    const net = this.#net;
    if (reached === null || closing === null || unreadable || net === 0n) return 'untold';
    if (reached === closing) return 'standard';
    return reached - 2n * net === closing ? 'other_way' : 'untold';
  }

  /** What is to be said of how they are read; null when the balances bear the standard out. */
  warning(told: BalancesTold, isOtherWay: boolean): string | null {
    const reading = this.reading(told);
    if (reading === null || (reading === 'standard' && !isOtherWay)) return null;
    const many = this.count === 1 ? 'its reversal is' : `its ${this.count} reversals are`;
    if (isOtherWay) {
      return `${many} read the other way round than the standard has it (RvslInd, RC, RD): only so do its balances tie`;
    }
    return `${many} read as the standard has it (RvslInd, RC, RD), though banks differ on which way they move money: ${this.#whyUntold(told)}`;
  }

  #whyUntold({ reached, closing, unreadable }: BalancesTold): string {
    if (unreadable) return 'an entry cannot be read, so no balances tell';
    if (reached === null) return 'it does not state its opening and closing balance, which would tell';
    if (this.#net === 0n) return 'its balances do not tell, since they come to nothing together';
    if (reached - 2n * this.#net === closing) {
      return 'its balances tell another way, but the file could not be read twice; save it and give its path';
    }
    return 'its balances tie neither way';
  }

  get #net(): bigint {
    return this.credits.sum.units - this.debits.sum.units;
  }
}
