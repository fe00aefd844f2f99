import { formatAmountGrouped } from '../../domain/money.ts';
import type { LoanDossier, ReadTx } from '../../store/port.ts';
import { type BatchFile, type PlannedRow, paymentDateOf } from './planned-row.ts';
import type { PlannedRows } from './planned-rows.ts';

type Booked = LoanDossier['payments'][number];

/**
 * Finds rows that are the same money as a payment another kind of file brought: a bank tells of one transfer in several
 * files, whose references differ, and so do their keys. Rows and payments of one source are told apart by their keys.
 */
export class EqualImported {
  readonly #tx: ReadTx;
  readonly #rows: PlannedRows;
  readonly #file: BatchFile;
  /** Payments that rows of this file are known to be; made when it is needed first. */
  #known: ReadonlySet<string | null> | null = null;
  /** Whether a batch is of another source than this file. */
  readonly #isOther = new Map<string, boolean>();

  constructor(tx: ReadTx, rows: PlannedRows, file: BatchFile) {
    this.#tx = tx;
    this.#rows = rows;
    this.#file = file;
  }

  /**
   * Takes those rows out of a loan's and answers the others. A row of our own columns with the payment's reference,
   * amount and date is that payment; any other is held, since it may be a second one, and what a bank says happened is
   * a movement of its account either way. Each payment stands for one row.
   */
  async take({ payments }: LoanDossier, ofLoan: readonly PlannedRow[]): Promise<readonly PlannedRow[]> {
    const wanted = new Set(ofLoan.map((row) => this.#contentOf(row)));
    const equal = payments.filter(
      (one) => one.batchId !== null && one.reversal === null && wanted.has(contentOf(one)),
    );
    if (equal.length === 0) return ofLoan;
    const left = new Set(await this.#ofOthers(equal));
    const taken = new Set<PlannedRow>();
    for (const isSame of [sameReference, () => true]) {
      for (const row of ofLoan) {
        if (taken.has(row)) continue;
        const content = this.#contentOf(row);
        const payment = [...left].find((one) => contentOf(one) === content && isSame(row, one));
        if (payment === undefined) continue;
        left.delete(payment);
        taken.add(row);
        takeEqual(row, payment);
      }
    }
    return ofLoan.filter((row) => !taken.has(row));
  }

  #contentOf(row: PlannedRow): string {
    return `${row.amountPiastres} ${paymentDateOf(row.part, this.#file.use_value_date)}`;
  }

  async #ofOthers(payments: readonly Booked[]): Promise<readonly Booked[]> {
    const unseen = new Set(payments.flatMap(({ batchId }) => batchId ?? []));
    for (const batchId of this.#isOther.keys()) unseen.delete(batchId);
    for (const { batchId, sourceFormat, sourceName } of await this.#tx.receipts.batchesByIds([...unseen])) {
      const isSame = sourceFormat === this.#file.source_format && sourceName === this.#file.source_name;
      this.#isOther.set(batchId, !isSame);
    }
    const others = payments.filter(({ batchId }) => this.#isOther.get(batchId as string) === true);
    if (others.length === 0) return [];
    this.#known ??= new Set(
      [...this.#rows.where(({ isKnown }) => isKnown)].map(({ paymentId }) => paymentId),
    );
    const known = this.#known;
    return others.filter(({ paymentId }) => !known.has(paymentId));
  }
}

function contentOf({ amountPiastres, paymentDate }: Booked): string {
  return `${amountPiastres} ${paymentDate}`;
}

function sameReference(row: PlannedRow, { paymentReference }: Booked): boolean {
  return paymentReference !== null && row.reference === paymentReference;
}

function takeEqual(row: PlannedRow, payment: Booked): void {
  const { paymentId, batchId, amountPiastres, paymentDate } = payment;
  if (row.account === null && sameReference(row, payment)) {
    row.outcome = 'already_imported';
    row.paymentId = paymentId;
    row.reason = `it is payment ${paymentId}, imported with batch ${batchId}`;
    return;
  }
  const amount = formatAmountGrouped(amountPiastres);
  const reason = `${paymentId} of batch ${batchId}, another kind of file, is ${amount} on ${paymentDate} for this loan too: match it if it is a second payment, else dismiss it`;
  row.hold('equals_imported_row', reason, [row.loanId as string]);
}
