import { StoreError } from '../store-error.ts';

/** One unit's place behind others. */
interface Turn {
  /** Settles when it is done with its loans. What those behind it are told then; null: they have their turn. */
  readonly done: Promise<StoreError | null>;
  isDone: boolean;
  /** Settles when its work begins, or when it is done without. */
  readonly begun: Promise<void>;
  /** Of each of its loans, who came last before it. Empty when its work has begun. */
  readonly before: Map<string, Turn>;
}

/**
 * Units of this program that book on the same loans, one after the other in the order they came: who waits for a loan
 * waits here and not on a connection, of which there would soon be none left for the units of other loans.
 */
export class LoanTurns {
  readonly #waitMs: number;
  readonly #earlier: string;
  /** Of each loan, who came last for it and is not done. */
  readonly #last = new Map<string, Turn>();

  /**
   * `waitMs`: how long the work of the one in front may take while somebody waits right behind it, in milliseconds.
   * `earlier`: what messages call the one in front.
   */
  constructor(waitMs: number, earlier = 'An earlier write to the same loan') {
    this.#waitMs = waitMs;
    this.#earlier = earlier;
  }

  /**
   * Does `work` when all who came before for any of the loans are done. Where one of them found the ledger busy, that
   * is thrown at once: who stood behind has waited as long, for the same. So it is where the work of the one right in
   * front takes too long, as it does when the server's machine is gone without a word: who comes after that stands
   * behind that one.
   */
  async take<T>(loanIds: readonly string[], work: () => Promise<T>): Promise<T> {
    const { promise: done, resolve: end } = Promise.withResolvers<StoreError | null>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const turn: Turn = { done, isDone: false, begun, before: new Map() };
    for (const loanId of loanIds) {
      const last = this.#last.get(loanId);
      if (last !== undefined && last !== turn) turn.before.set(loanId, last);
      this.#last.set(loanId, turn);
    }
    let busy: StoreError | null = null;
    try {
      if (turn.before.size > 0) await this.#standBehind(new Set(turn.before.values()));
      turn.before.clear();
      begin();
      return await work();
    } catch (error) {
      busy = this.#busyBehind(error);
      throw error;
    } finally {
      turn.isDone = true;
      for (const loanId of new Set(loanIds)) this.#leave(turn, loanId);
      begin();
      end(busy);
    }
  }

  /**
   * The same for work that has to wait for something else before: until it asks for its turn nobody stands behind it,
   * and it has it to its end.
   */
  async takeLater<T>(
    loanIds: readonly string[],
    work: (turn: () => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const { promise: done, resolve, reject } = Promise.withResolvers<void>();
    done.catch(() => {});
    let turn: Promise<void> | undefined;
    const stand = () =>
      new Promise<void>((begin, refuse) => {
        this.take(loanIds, () => {
          begin();
          return done;
        }).catch(refuse);
      });
    try {
      const answer = await work(() => {
        turn ??= stand();
        return turn;
      });
      resolve();
      return answer;
    } catch (error) {
      reject(error);
      throw error;
    }
  }

  async #standBehind(turns: ReadonlySet<Turn>): Promise<void> {
    let busy: StoreError | null = null;
    for (const turn of turns) busy = (await this.#endOf(turn)) ?? busy;
    if (busy !== null) throw busy;
  }

  /** The end of another's turn; busy when its work takes longer than it may. */
  async #endOf({ begun, done }: Turn): Promise<StoreError | null> {
    await begun;
    const { promise: late, resolve } = Promise.withResolvers<StoreError>();
    const timer = setTimeout(() => resolve(this.#busy('done')), this.#waitMs);
    try {
      return await Promise.race([done, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Who went without having had its turn leaves those in front where they are. */
  #leave(turn: Turn, loanId: string): void {
    if (this.#last.get(loanId) !== turn) return;
    let left: Turn | undefined = turn;
    while (left?.isDone) left = left.before.get(loanId);
    if (left === undefined) this.#last.delete(loanId);
    else this.#last.set(loanId, left);
  }
  /** What those behind a unit are told that ended like this; null: they have their turn. Of theirs nothing was written. */
  #busyBehind(error: unknown): StoreError | null {
    if (!(error instanceof StoreError)) return null;
    if (error.code === 'ledger_busy') return error;
    return error.code === 'ledger_unconfirmed' ? this.#busy('confirmed', error) : null;
  }

  #busy(notYet: string, cause?: StoreError): StoreError {
    return new StoreError('ledger_busy', `${this.#earlier} is not ${notYet} yet.`, {
      hint: 'try again in a moment',
      ...(cause && { cause }),
    });
  }
}
