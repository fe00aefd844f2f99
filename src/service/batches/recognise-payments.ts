import { formatAmountGrouped, type Piastres } from '../../domain/money.ts';
import { foldReference, isRealReference } from '../../domain/real-reference.ts';
import {
  type RecognisedRow,
  type RowBefore,
  recogniseRows,
  type StatementsOfRows,
} from '../../domain/row-recognition.ts';
import type { LoanDossier, ReadTx } from '../../store/port.ts';
import type { KnownRow, ReferencedPayment } from '../../store/receipt-port.ts';
import { breathe } from '../breathing.ts';
import { summaryOf } from '../receipts/batch-response.ts';
import { type BatchFile, type PlannedRow, paymentDateOf } from './planned-row.ts';
import type { PlannedRows } from './planned-rows.ts';
import { endToEndOf, holdUnsure } from './recognise-rows.ts';
import type { RowsTold } from './rows-told.ts';

type Payment = LoanDossier['payments'][number];

/** So many rows are looked up together. */
const ROWS_AT_ONCE = 5_000;

/** A payment of the loan, as a row of its day is held against it. */
interface PaymentBefore extends RowBefore {
  readonly payment: Payment;
  /** Its row in our own columns, where it has no real reference. */
  readonly row: KnownRow | null;
}

/** Payments tell of no statement. */
const NO_STATEMENTS: StatementsOfRows<RecognisedRow, PaymentBefore> = {
  nameOf: () => '',
  standing: () => 'together',
};

/** What a batch's payments are to the rows of a file. */
interface BatchKind {
  readonly isUndone: boolean;
  readonly isOwnColumns: boolean;
}

/**
 * Recognises rows by the payments of their loans. In our own columns that is all there is to know them by; for a bank's
 * rows, which are known by their account and day, it is what people booked by hand and in our own columns.
 */
export class PaymentsBefore {
  readonly #tx: ReadTx;
  readonly #file: BatchFile;
  readonly #told: RowsTold;
  readonly #batches = new Map<string, BatchKind>();
  /** Rows of our own columns without a real reference that the file's keys find, by what they came to. */
  readonly #rowsOfPayments = new Map<string, KnownRow>();

  constructor(tx: ReadTx, file: BatchFile, told: RowsTold) {
    this.#tx = tx;
    this.#file = file;
    this.#told = told;
  }

  /**
   * Marks rows of our own columns: refused where their reference is another payment's, known by the id of a payment, and
   * known where they are in no payment of a loan, as money in another currency is. Others are told by `takeFrom`.
   */
  async recogniseOwnRows(rows: PlannedRows): Promise<void> {
    // In our own list several payments may share a reference, such as one reversed and the one that came for it.
    await inSome(rows, (some) => this.#takeByIds(some));
    refuseTwice(rows);
    await inSome(rows, async (some) => {
      await this.#refuseConflicts(some);
      await this.#takeByKeys(some);
    });
  }

  /** Takes those rows out of a loan's that are a payment of it, or may be one, and answers the others. */
  async takeFrom(ofLoan: readonly PlannedRow[], { payments }: LoanDossier): Promise<readonly PlannedRow[]> {
    if (payments.length === 0) return ofLoan;
    const dates = new Set<string>(ofLoan.map((row) => this.#told.dateOf(row)));
    const before = await this.#before(payments.filter(({ paymentDate }) => dates.has(paymentDate)));
    if (before.length === 0) return ofLoan;
    const taken = new Set<PlannedRow>();
    const byDate = Map.groupBy(before, ({ payment }) => payment.paymentDate);
    for (const [date, ofDate] of byDate) {
      const rows = ofLoan.filter((row) => this.#told.dateOf(row) === date);
      const references = new Set(ofDate.map(({ reference }) => reference));
      const compared = rows.map((row) => comparedWith(row, references));
      recogniseRows(compared, ofDate, NO_STATEMENTS).forEach((recognition, at) => {
        const row = rows[at] as PlannedRow;
        if (recognition.is === 'new') return;
        taken.add(row);
        if (recognition.is === 'known') this.#takePayment(row, recognition.before);
        else {
          holdUnsure(
            row,
            recognition.candidates.map((one) => ({ ...one, before: candidateOf(one.before) })),
          );
        }
      });
    }
    return ofLoan.filter((row) => !taken.has(row));
  }

  #takePayment(row: PlannedRow, { payment, row: before }: PaymentBefore): void {
    if (before !== null) {
      this.#told.take(row, before);
      return;
    }
    const { paymentId, reversal, batchId } = payment;
    if (reversal !== null) {
      this.#told.takeReversed(row, { paymentId, reversedOn: reversal.reversedOn });
      return;
    }
    row.takePayment(paymentId, batchId);
  }

  /**
   * The payments a row may be: not what this bank's own statements brought, nor those of batches undone, unless a row is
   * held for one since.
   */
  async #before(payments: readonly Payment[]): Promise<PaymentBefore[]> {
    await this.#learn(payments.flatMap(({ batchId }) => batchId ?? []));
    const isUndone = ({ batchId }: Payment) =>
      batchId !== null && this.#batches.get(batchId)?.isUndone === true;
    const undone = payments.filter(isUndone).map(({ paymentId }) => paymentId);
    const heldAgain = await this.#told.paymentsHeldAgain(undone);
    // A row is one that stands before one that was reversed.
    const standFirst = payments.toSorted((a, b) => Number(a.reversal !== null) - Number(b.reversal !== null));
    return standFirst.flatMap((payment) => {
      const { batchId, reversal, paymentId, loanId, amountPiastres } = payment;
      const batch = batchId === null ? null : (this.#batches.get(batchId) ?? null);
      if ((isUndone(payment) && !heldAgain.has(paymentId)) || this.#told.hasPayment(paymentId)) return [];
      const isOwnColumns = batch?.isOwnColumns === true;
      const tellsAgain = isOwnColumns && !this.#file.has_account && this.#told.tellsAgain(batchId as string);
      if (this.#file.has_account && batch !== null && !isOwnColumns) return [];
      const row = this.#rowsOfPayments.get(paymentId) ?? null;
      const reference = payment.paymentReference ?? '';
      // Rows of one file without a reference are as many payments, however equal.
      if (batchId !== null && this.#told.isOrigin(batchId) && !isRealReference(reference)) return [];
      const before: PaymentBefore = {
        payment,
        row,
        direction: 'credit',
        currency: 'EGP',
        amount: String(amountPiastres),
        content: row?.rowKey ?? `payment ${paymentId}`,
        reference: isRealReference(reference) ? foldReference(reference) : null,
        endToEndId: null,
        balance: null,
        derivedBalance: null,
        loanId,
        counts: tellsAgain ? 'row' : 'elsewhere',
      };
      // What was reversed may come again, or be told again: where nothing says which, a person has to.
      const isSaid = before.reference !== null || row !== null || heldAgain.has(paymentId);
      return [reversal === null || isSaid ? before : { ...before, counts: 'elsewhere' as const }];
    });
  }

  async #learn(batchIds: readonly string[]): Promise<void> {
    const unknown = new Set(batchIds.filter((batchId) => !this.#batches.has(batchId)));
    if (unknown.size === 0) return;
    await this.#told.learn(unknown);
    for (const batch of await this.#tx.receipts.batchesByIds([...unknown])) {
      const { statements, has_account } = summaryOf(batch);
      const isBanks = has_account ?? statements.some(({ account }) => account !== null);
      this.#batches.set(batch.batchId, { isUndone: batch.undo !== null, isOwnColumns: !isBanks });
    }
  }

  /** Rows of our own export say which payment they are. */
  async #takeByIds(rows: readonly PlannedRow[]): Promise<void> {
    const named = rows.filter(({ part }) => part.payment_id);
    if (named.length === 0) return;
    const ids = named.map(({ part }) => part.payment_id as string);
    const byId = new Map(
      (await this.#tx.receipts.paymentsByIds(ids)).map((payment) => [payment.paymentId, payment]),
    );
    for (const row of named) {
      const payment = byId.get(row.part.payment_id as string);
      if (payment === undefined) continue;
      const { status, returned } = row.part;
      // What our own list calls reversed is none here either; where it stands here, a person has to say.
      if (status === 'failed' && payment.isReversed === 1)
        row.takePayment(payment.paymentId, payment.batchId);
      if (status === 'failed' || returned) continue;
      if (this.#isOne(row, payment)) row.takePayment(payment.paymentId, payment.batchId);
      else row.refuse('reference_conflict', contradicts(row, payment, `payment_id ${payment.paymentId}`));
    }
  }

  /** A reference is one payment's: a row that has it with another amount, date or loan is a mistake, or a correction. */
  async #refuseConflicts(rows: readonly PlannedRow[]): Promise<void> {
    const named = rows.filter(
      (row) => isOpen(row) && !row.part.returned && row.realReference !== null && row.reference !== null,
    );
    if (named.length === 0) return;
    const found = await this.#tx.receipts.paymentsByReferences(named.map((row) => row.reference as string));
    const standing = found.filter(({ isReversed }) => isReversed === 0);
    await this.#told.learn(standing.flatMap(({ batchId }) => batchId ?? []));
    const byReference = Map.groupBy(standing, ({ paymentReference }) =>
      foldReference(paymentReference ?? ''),
    );
    for (const row of named) {
      const payments = byReference.get(row.realReference as string) ?? [];
      if (payments.length === 0) continue;
      const beside = payments.find(({ batchId }) => batchId !== null && this.#told.isOrigin(batchId));
      if (beside !== undefined) row.refuse('reference_conflict', standsBeside(row, beside));
      else if (!payments.some((payment) => this.#isOne(row, payment))) {
        const [payment] = payments as [ReferencedPayment];
        row.refuse('reference_conflict', contradicts(row, payment, `reference ${row.reference}`));
      }
    }
  }

  async #takeByKeys(rows: readonly PlannedRow[]): Promise<void> {
    const open = rows.filter(isOpen);
    const before = await this.#tx.receipts.rowsByKeys(open.map(({ key }) => key));
    await this.#told.learn(before.map(({ batchId }) => batchId));
    const byKey = new Map<string, KnownRow[]>();
    for (const one of before) {
      if (one.paymentId !== null) this.#rowsOfPayments.set(one.paymentId, one);
      else if (this.#told.mayCome(one)) byKey.set(one.rowKey, [...(byKey.get(one.rowKey) ?? []), one]);
    }
    const last = new Map<string, number>();
    for (const { rowKey, occurrence } of before)
      last.set(rowKey, Math.max(occurrence, last.get(rowKey) ?? 0));
    for (const row of open) {
      const one = row.outcome === 'post' ? undefined : byKey.get(row.key)?.shift();
      if (one !== undefined) this.#told.take(row, one);
      else if (row.realReference === null) {
        const number = (this.#numbers.get(row.key) ?? last.get(row.key) ?? 0) + 1;
        this.#numbers.set(row.key, number);
        row.takeOccurrence(number);
      }
    }
  }

  /** The last number of a key that a row of the file has. */
  readonly #numbers = new Map<string, number>();

  #isOne(row: PlannedRow, { loanId, amountPiastres, paymentDate }: ReferencedPayment): boolean {
    const date = paymentDateOf(row.part, this.#file.use_value_date);
    return row.loanId === loanId && row.amountPiastres === amountPiastres && date === paymentDate;
  }
}

function isOpen(row: PlannedRow): boolean {
  return !row.isKnown && !row.standsAgain && (row.outcome === 'post' || row.outcome === 'held');
}

function candidateOf({ payment, row }: PaymentBefore) {
  const { paymentId, batchId, paymentDate, loanId } = payment;
  return { id: paymentId, batchId, line: row?.line ?? null, date: paymentDate, loanId };
}

function comparedWith(row: PlannedRow, references: ReadonlySet<string | null>) {
  const { bank_reference, customer_reference, end_to_end_id } = row.part;
  // Who booked it by hand may have typed any of them.
  const equal = [bank_reference, customer_reference, end_to_end_id].find(
    (one) => one && isRealReference(one) && references.has(foldReference(one)),
  );
  return {
    direction: 'credit' as const,
    currency: 'EGP',
    amount: String(row.amountPiastres as Piastres),
    content: row.key,
    reference: equal ? foldReference(equal) : row.realReference,
    endToEndId: endToEndOf(row.part),
    balance: null,
    derivedBalance: null,
    loanId: row.loanId,
  };
}

/** Goes through the rows that nothing is known of yet, many together. */
async function inSome(
  rows: PlannedRows,
  recognise: (some: readonly PlannedRow[]) => Promise<void>,
): Promise<void> {
  let some: PlannedRow[] = [];
  const flush = async () => {
    await recognise(some);
    some = [];
    await breathe();
  };
  for (const row of rows) {
    if (row.key === '' || row.isKnown || row.standsAgain || row.outcome === 'refused') continue;
    some.push(row);
    if (some.length === ROWS_AT_ONCE) await flush();
  }
  if (some.length > 0) await flush();
}

function isTakenById({ outcome, part }: PlannedRow): boolean {
  return outcome === 'already_imported' && Boolean(part.payment_id);
}

/** Refuses rows of our own columns that share a real reference: each payment has its own, which its return names. */
function refuseTwice(rows: PlannedRows): void {
  const places = new Map<string, number>();
  const shared = new Map<string, number[]>();
  for (const row of rows) {
    const isNone = row.outcome === 'refused' || row.part.returned || isTakenById(row);
    const reference = isNone ? null : row.realReference;
    if (reference === null) continue;
    const first = places.get(reference);
    if (first === undefined) places.set(reference, row.at);
    else shared.set(reference, [...(shared.get(reference) ?? [first]), row.at]);
  }
  for (const places of shared.values()) {
    const lines = places.map((at) => rows.at(at).part.line);
    for (const at of places) {
      const row = rows.at(at);
      const others = lines.filter((line) => line !== row.part.line);
      const where =
        others.length === 0 ? 'again on its line' : `on line ${others.slice(0, 5).join(', ')} too`;
      row.refuse(
        'reference_conflict',
        `payment_reference "${row.reference}" stands ${where}: one payment has one reference; take the row out that was pasted twice, or give each payment its own`,
      );
    }
  }
}

function contradicts(row: PlannedRow, payment: ReferencedPayment, name: string): string {
  const { paymentId, loanId, amountPiastres, paymentDate } = payment;
  const amount = row.amountPiastres === null ? row.part.amount : formatAmountGrouped(row.amountPiastres);
  const said = `${amount} ${row.part.currency} for ${row.loanId ?? row.part.loan ?? 'no loan'}`;
  return `${name} is payment ${paymentId} of ${formatAmountGrouped(amountPiastres)} EGP on ${paymentDate} for ${loanId}, and the row says ${said}: to correct it, reverse that one (loandesk pay reverse ${paymentId}) and import the file again`;
}

function standsBeside(row: PlannedRow, { paymentId, batchId }: ReferencedPayment): string {
  return `payment_reference "${row.reference}" is payment ${paymentId}'s of batch ${batchId}, the file that these rows were refused of: one payment has one reference; take the row out if it was pasted twice, or give it its own`;
}
