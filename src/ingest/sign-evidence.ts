import { EVENT_WORDS } from './cell-words.ts';
import { isNoAmount, type NumberCell, readNumberCell } from './column-numbers.ts';

/** A cell whose sign and currency are wanted, which do not depend on the decimal mark; null for no number. */
export function readEitherWay(cell: string): NumberCell | null {
  for (const mark of ['point', 'comma'] as const) {
    const number = readNumberCell(cell, mark);
    if (!('reason' in number)) return number;
  }
  return null;
}

/** Gathers what a lone amount column says of the direction of its amounts, and the balances beside it. */
export class SignEvidence {
  readonly #chains = { point: new SignChain(), comma: new SignChain() };
  #signed = false;
  #sided = false;
  #plain = false;
  /** A word of the direction column that says none. */
  strangeWord: string | null = null;

  /** Takes a row of moved money into account; `word`: of the direction column, null where there is none. */
  see(amount: string, balance: string | null, word: string | null): void {
    if (word !== null && !EVENT_WORDS.has(word.trim().toLowerCase())) this.strangeWord ??= word;
    const number = isNoAmount(amount) ? null : readEitherWay(amount);
    if (number === null) return;
    if (number.side !== null) this.#sided = true;
    else if (number.signed) this.#signed = true;
    else if (/[1-9]/.test(number.digits)) this.#plain = true;
    if (balance === null || isNoAmount(balance)) return;
    for (const mark of ['point', 'comma'] as const) {
      const moved = hundredths(amount, mark);
      const left = hundredths(balance, mark);
      if (moved !== null && left !== null) this.#chains[mark].see(moved, left);
    }
  }

  /** True when a sign, but not a side of the account, was seen. */
  get isSigned(): boolean {
    return this.#signed;
  }

  /** True when each amount says itself on which side of the account it is. */
  get isSided(): boolean {
    return this.#sided && !this.#signed && !this.#plain;
  }

  /** True when some amounts say on which side they are, and others neither that nor a sign. */
  get isPartlySided(): boolean {
    return this.#sided && this.#plain;
  }

  /** What the balances say amounts above zero are; null when they do not say it. */
  byBalances(mark: 'point' | 'comma', isCard: boolean): 'came in' | 'went out' | null {
    return this.#chains[mark].decide(isCard);
  }
}

function hundredths(cell: string, mark: 'point' | 'comma'): number | null {
  const number = readNumberCell(cell, mark);
  if ('reason' in number) return null;
  const value = Math.round(Number(number.digits) * 100);
  return number.negative ? -value : value;
}

/** Of the steps from balance to balance so many must fit a reading: rows of one second stand in any order. */
const LEAST_FITTING = 0.9;

/** Follows balances under both readings of the amounts' signs, the rows standing oldest or newest first. */
class SignChain {
  #last: { readonly moved: number; readonly left: number } | null = null;
  #steps = 0;
  /** How many steps fit: amounts added oldest first, newest first; amounts taken off, likewise. */
  readonly #fits = [0, 0, 0, 0];
  #lowest = 0;
  #highest = 0;

  see(moved: number, left: number): void {
    const last = this.#last;
    this.#last = { moved, left };
    this.#lowest = Math.min(this.#lowest, left);
    this.#highest = Math.max(this.#highest, left);
    if (last === null) return;
    this.#steps += 1;
    const step = left - last.left;
    [step === moved, step === -last.moved, step === -moved, step === last.moved].forEach((fits, at) => {
      if (fits) this.#fits[at] = (this.#fits[at] as number) + 1;
    });
  }

  /**
   * A card's balance may be what is owed or what is left to spend, and says so only where it is never above zero:
   * then it is owed.
   */
  decide(isCard: boolean): 'came in' | 'went out' | null {
    const [addedOldest = 0, addedNewest = 0, takenOldest = 0, takenNewest = 0] = this.#fits;
    const added = Math.max(addedOldest, addedNewest);
    const taken = Math.max(takenOldest, takenNewest);
    const isOpen = isCard && (this.#highest > 0 || this.#lowest === 0);
    if (isOpen || added === taken || Math.max(added, taken) < LEAST_FITTING * this.#steps) return null;
    return added > taken ? 'came in' : 'went out';
  }
}
