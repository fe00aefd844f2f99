import type { KnownRowOfKey } from '../../domain/rows-of-one-key.ts';
import type { ReadTx } from '../../store/port.ts';
import type { KnownRow, UndoneRow } from '../../store/receipt-port.ts';
import type { PlannedRow } from './planned-row.ts';

/** A row imported before with the loan and the number it counts with. */
export type Ranked<Row> = KnownRowOfKey & { readonly one: Row };

/** The loan a row counts with among those of its key; null: it names none. */
export function loanOf({ outcome, loanId }: PlannedRow): string | null {
  return outcome === 'post' ? loanId : null;
}

/**
 * Loans tell rows of one reference apart that a bank gave to several payments; in our own columns, and without a
 * reference, all that a row says is its key.
 */
export function isToldByLoan({ part }: PlannedRow, hasAccount: boolean): boolean {
  return hasAccount && Boolean(part.bank_reference);
}

/** Held rows whose suggestions are only worth a look. */
const NAMES_NO_LOAN: readonly string[] = [
  'no_match',
  'ambiguous',
  'unknown_loan',
  'other_currency',
  'returned_payment',
  'returned_debit',
];

interface LoanOfHeld {
  readonly loanId: string;
  readonly isByHand: boolean;
}

/** The loans rows imported before were told to be of, which those that are held have to be read for. */
export class ToldLoans {
  readonly #ofHeld: ReadonlyMap<string | null, LoanOfHeld>;

  private constructor(ofHeld: ReadonlyMap<string | null, LoanOfHeld>) {
    this.#ofHeld = ofHeld;
  }

  static async of(tx: ReadTx, before: readonly (KnownRow | UndoneRow)[]): Promise<ToldLoans> {
    const ids = before.flatMap(({ heldId }) => heldId ?? []);
    const held = ids.length === 0 ? [] : await tx.receipts.heldByIds(ids);
    return new ToldLoans(
      new Map(
        held.flatMap(({ heldId, code, suggestionsJson, steps }) => {
          const isByHand = NAMES_NO_LOAN.includes(code);
          // What a row names it names in every file, wherever somebody matched it to.
          const named = isByHand ? [] : (JSON.parse(suggestionsJson) as string[]);
          const isUndone = steps.some(({ kind }) => kind === 'undone');
          const matched = new Set(isUndone ? [] : steps.flatMap(({ loanId }) => loanId ?? []));
          const [loanId, more] = isByHand ? matched : named;
          return loanId === undefined || more !== undefined ? [] : [[heldId, { loanId, isByHand }] as const];
        }),
      ),
    );
  }

  ranked<Row extends KnownRow | UndoneRow>(one: Row): Ranked<Row> {
    const { occurrence, loanId, heldId } = one;
    if (loanId !== null) return { occurrence, loanId, isByHand: false, one };
    const told = this.#ofHeld.get(heldId);
    return { occurrence, loanId: told?.loanId ?? null, isByHand: told?.isByHand ?? false, one };
  }
}
