import { formatAmountGrouped, type Piastres } from '../../domain/money.ts';
import { type ToldTwice, toldTwice } from '../../domain/told-twice.ts';
import type { LoanDossier, ReadTx } from '../../store/port.ts';
import { type BatchFile, type PlannedRow, paymentDateOf } from './planned-row.ts';
import type { PlannedRows } from './planned-rows.ts';

type Booked = LoanDossier['payments'][number];

/**
 * Finds rows that may be the money of a payment another kind of file brought: a bank tells of one transfer in several
 * files, whose references differ, and so do their keys. Rows and payments of one source are told apart by their keys.
 */
export class OtherKinds {
  readonly #tx: ReadTx;
  readonly #rows: PlannedRows;
  readonly #file: BatchFile;
  /** Payments that rows of this file are known to be; made when it is needed first. */
  #known: ReadonlySet<string | null> | null = null;
  /** Whether a batch is of another source than this file, and was not undone. */
  readonly #isOther = new Map<string, boolean>();

  constructor(tx: ReadTx, rows: PlannedRows, file: BatchFile) {
    this.#tx = tx;
    this.#rows = rows;
    this.#file = file;
  }

  /**
   * Takes those rows out of a loan's and answers the others. A row of our own columns with the payment's reference,
   * amount and date is that payment, and is held when that was reversed; any other is held, since it may be a second
   * one, and what a bank says happened is a movement of its account either way.
   */
  async takeFrom(ofLoan: readonly PlannedRow[], { payments }: LoanDossier): Promise<readonly PlannedRow[]> {
    const others = await this.#ofOthers(payments.filter(({ batchId }) => batchId !== null));
    if (others.length === 0) return ofLoan;
    const told = this.#told(
      ofLoan,
      others.filter(({ reversal }) => reversal === null),
    );
    const left = ofLoan.filter((row, at) => {
      const before = told[at] ?? null;
      if (before !== null) takeTold(row, before, this.#file);
      return before === null;
    });
    const takenBack = others.filter(({ reversal }) => reversal !== null);
    // What a bank says happened did happen, whatever became of the payment another file made of it.
    if (takenBack.length === 0 || this.#file.has_account) return left;
    const reversed = this.#told(left, takenBack);
    // Somebody may have booked it anew by hand, which is found later.
    const byHand = this.#told(
      left,
      payments.filter(({ batchId, reversal }) => batchId === null && reversal === null),
    );
    return left.filter((row, at) => {
      const before = reversed[at] ?? null;
      if (!before?.isSameReference || byHand[at]?.isSameReference) return true;
      takeReversed(row, before.payment);
      return false;
    });
  }

  #told(rows: readonly PlannedRow[], payments: readonly Booked[]): readonly (ToldTwice<Booked> | null)[] {
    return toldTwice(
      rows.map((row) => ({
        amountPiastres: row.amountPiastres as Piastres,
        paymentDate: paymentDateOf(row.part, this.#file.use_value_date),
        paymentReference: row.reference,
      })),
      payments,
    );
  }

  /** Those of batches of other sources that no row of this file is known to be. */
  async #ofOthers(payments: readonly Booked[]): Promise<readonly Booked[]> {
    const batchIds = new Set(payments.map(({ batchId }) => batchId as string));
    const unseen = [...batchIds].filter((batchId) => !this.#isOther.has(batchId));
    if (unseen.length > 0) {
      for (const { batchId, sourceFormat, sourceName, undo } of await this.#tx.receipts.batchesByIds(
        unseen,
      )) {
        const isSame = sourceFormat === this.#file.source_format && sourceName === this.#file.source_name;
        this.#isOther.set(batchId, !isSame && undo === null);
      }
    }
    const others = payments.filter(({ batchId }) => this.#isOther.get(batchId as string) === true);
    if (others.length === 0) return [];
    this.#known ??= new Set(
      Array.from(
        this.#rows.where(({ isKnown }) => isKnown),
        paymentIdOf,
      ),
    );
    const known = this.#known;
    return others.filter(({ paymentId }) => !known.has(paymentId));
  }
}

const paymentIdOf = ({ paymentId }: PlannedRow) => paymentId;

function takeTold(
  row: PlannedRow,
  { payment, isSameReference }: ToldTwice<Booked>,
  { has_account }: BatchFile,
): void {
  const { paymentId, batchId, amountPiastres, paymentDate } = payment;
  if (isSameReference && !has_account) {
    row.outcome = 'already_imported';
    row.paymentId = paymentId;
    row.reason = `it is payment ${paymentId}, imported with batch ${batchId}`;
    return;
  }
  const amount = formatAmountGrouped(amountPiastres);
  const reason = `${paymentId} of batch ${batchId}, another kind of file, is ${amount} on ${paymentDate} for this loan too: match it if it is a second payment, else dismiss it`;
  row.hold('equals_imported_row', reason, [row.loanId as string]);
}

function takeReversed(row: PlannedRow, { paymentId, batchId, reversal }: Booked): void {
  const reason = `it was payment ${paymentId}, imported with batch ${batchId} and reversed on ${reversal?.reversedOn}`;
  row.hold('reversed_before', reason, [row.loanId as string]);
}
