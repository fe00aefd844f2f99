import type { OperationOutput } from '../../contract/operation-types.ts';
import { amountToNumber } from '../../domain/money.ts';
import { candidatesNamed, isUnsure, loansNamed } from '../../domain/unsure-row.ts';
import type { ReadTx } from '../../store/port.ts';
import type { HeldRow } from '../../store/receipt-port.ts';
import type { PaymentRecord } from '../../store/records.ts';
import { suggestionsOf } from './held-row-response.ts';

/** What an unsure row may be, and what speaks for and against it. */
export type Candidate = OperationOutput<'held_rows.get'>['candidates'][number];

type Evidence = Pick<Candidate, 'id' | 'batch_id' | 'line' | 'for' | 'against'>;

/** What each unsure row may be, by the id of the row, with what the ledger has of each candidate. */
export async function candidatesOf(
  tx: ReadTx,
  rows: readonly HeldRow[],
): Promise<ReadonlyMap<string, readonly Candidate[]>> {
  const waiting = rows.filter(isUnsure);
  if (waiting.length === 0) return new Map();
  const found = await tx.receipts.candidatesOfHeld(waiting.map(({ heldId }) => heldId));
  const jsonOf = new Map(found.map(({ heldId, candidatesJson }) => [heldId, candidatesJson]));
  const unsure = waiting.map((row) => ({
    heldId: row.heldId,
    evidence: evidenceOf(row, jsonOf.get(row.heldId)),
  }));
  const ids = [...new Set(unsure.flatMap(({ evidence }) => evidence.flatMap(({ id }) => id ?? [])))];
  const payments = new Map((await tx.payments.byIds(ids)).map((one) => [one.paymentId, one]));
  const held = new Map((await tx.receipts.heldByIds(ids)).map((one) => [one.heldId, one]));
  const factsOf = ({ id, batch_id }: Evidence) =>
    ofPayment(payments.get(id ?? '')) ?? ofHeld(held.get(id ?? '')) ?? { ...NOTHING, batch_id };
  return new Map(
    unsure.map(({ heldId, evidence }) => [heldId, evidence.map((one) => ({ ...one, ...factsOf(one) }))]),
  );
}

const NO_EVIDENCE = { batch_id: null, line: null, for: [], against: [] };

/** What was found when the row was held; older versions kept only what it may be. */
function evidenceOf(row: HeldRow, candidatesJson: string | undefined): Evidence[] {
  if (candidatesJson !== undefined) return JSON.parse(candidatesJson) as Evidence[];
  return candidatesNamed(suggestionsOf(row)).map((id) => ({ ...NO_EVIDENCE, id }));
}

type Facts = Pick<Candidate, 'batch_id' | 'date' | 'amount' | 'loan_id'>;

const NOTHING: Facts = { batch_id: null, date: null, amount: null, loan_id: null };

function ofPayment(payment: PaymentRecord | undefined): Facts | undefined {
  if (payment === undefined) return undefined;
  const { batchId, paymentDate, amountPiastres, loanId } = payment;
  return {
    batch_id: batchId,
    date: paymentDate,
    amount: amountToNumber(amountPiastres),
    loan_id: loanId,
  };
}

function ofHeld(row: HeldRow | undefined): Facts | undefined {
  if (row === undefined) return undefined;
  const [loanId = null, ...more] = loansNamed(suggestionsOf(row));
  const isOne = isUnsure(row) && more.length === 0;
  return {
    batch_id: row.batchId,
    date: row.date,
    amount: Number(row.amount),
    loan_id: isOne ? loanId : null,
  };
}
