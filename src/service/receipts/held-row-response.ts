import type { OperationOutput } from '../../contract/operation-types.ts';
import { isOpen, waitingOf } from '../../domain/held-money.ts';
import { amountToNumber, type Piastres, piastres } from '../../domain/money.ts';
import type { HeldRow } from '../../store/receipt-port.ts';
import type { Candidate } from './held-candidates.ts';

type Response = OperationOutput<'held_rows.get'>;

/** A held row as the contract has it. Amounts have no sign: which way the money went is in `kind`. */
export function heldRowResponse(row: HeldRow, candidates: readonly Candidate[] = []): Response {
  return {
    held_id: row.heldId,
    state: isOpen(row) ? 'open' : 'settled',
    kind: row.kind,
    date: row.date,
    amount: Number(row.amount),
    currency: row.currency,
    waiting_amount: unsigned(waitingOf(row)),
    code: row.code,
    reason: row.reason,
    bank_reference: row.bankReference,
    customer_reference: row.customerReference,
    payer_name: row.payerName,
    payer_account: row.payerAccount,
    payer_phone: row.payerPhone,
    text: row.text,
    suggestions: [...suggestionsOf(row)],
    candidates: [...candidates],
    payment_method: row.method as Response['payment_method'],
    account: row.account,
    batch_id: row.batchId,
    held_at: row.heldAt,
    held_by: row.heldBy,
    steps: row.steps.map((step) => ({
      number: step.number,
      kind: step.kind,
      amount: unsigned(step.amountPiastres),
      loan_id: step.loanId,
      payment_id: step.paymentId,
      reason: step.reason,
      date: step.steppedOn,
      at: step.steppedAt,
      by: step.steppedBy,
    })),
  };
}

/** The ids a row is held with. */
export function suggestionsOf({ suggestionsJson }: Pick<HeldRow, 'suggestionsJson'>): readonly string[] {
  return JSON.parse(suggestionsJson) as string[];
}

/** What waits of a row and whether anything does, as answers about it say. */
export function heldState(row: Parameters<typeof waitingOf>[0]): Pick<Response, 'state' | 'waiting_amount'> {
  return { state: isOpen(row) ? 'open' : 'settled', waiting_amount: unsigned(waitingOf(row)) };
}

/** An amount in EGP without its sign; null stays. */
export function unsigned(amountPiastres: number | null): number | null {
  return amountPiastres === null ? null : amountToNumber(piastres(Math.abs(amountPiastres)) as Piastres);
}
