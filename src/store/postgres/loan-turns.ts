import { StoreError } from '../store-error.ts';

/**
 * Units of this program that book on the same loans, one after the other in the order they came: who waits for a loan
 * waits here and not on a connection, of which there would soon be none left for the units of other loans.
 */
export class LoanTurns {
  /** Of each loan, settles when the last who came for it is done. */
  readonly #last = new Map<string, Promise<StoreError | null>>();

  /**
   * Does `work` when all who came before for any of the loans are done. Where one of them found the ledger busy, that
   * is thrown at once: who stood behind has waited as long, for the same.
   */
  async take<T>(loanIds: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = new Set(
      loanIds.map((loanId) => this.#last.get(loanId)).filter((one) => one !== undefined),
    );
    const { promise, resolve } = Promise.withResolvers<StoreError | null>();
    for (const loanId of loanIds) this.#last.set(loanId, promise);
    let busy: StoreError | null = null;
    try {
      for (const one of before) busy = (await one) ?? busy;
      if (busy !== null) throw busy;
      return await work();
    } catch (error) {
      busy = busyBehind(error);
      throw error;
    } finally {
      for (const loanId of loanIds) if (this.#last.get(loanId) === promise) this.#last.delete(loanId);
      resolve(busy);
    }
  }
}

/** What those behind a unit are told that ended like this; null: they have their turn. Of theirs nothing was written. */
function busyBehind(error: unknown): StoreError | null {
  if (!(error instanceof StoreError)) return null;
  if (error.code === 'ledger_busy') return error;
  if (error.code !== 'ledger_unconfirmed') return null;
  return new StoreError('ledger_busy', 'An earlier write to the same loan is not confirmed yet.', {
    hint: 'try again in a moment',
    cause: error,
  });
}
