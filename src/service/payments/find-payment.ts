import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { LoanDossier, ReadTx, ReversiblePayment } from '../../store/port.ts';
import { checkedId } from '../resolve-loan.ts';

/** A payment with its loan. */
export interface FoundPayment {
  readonly payment: ReversiblePayment;
  readonly dossier: LoanDossier;
}

/** Finds a payment by its id, with its loan; refuses mistyped and unknown ids. */
export async function findPayment(tx: ReadTx, text: string): Promise<FoundPayment | Refusal> {
  const id = await checkedId(tx, 'payment', text);
  if (isRefusal(id)) return id;
  const [found] = await tx.payments.byIds([id]);
  if (found === undefined) return refuse('payment_not_found', `there is no payment ${id}`);
  const [dossier] = await tx.loans.byIds([found.loanId]);
  const payment = dossier?.payments.find((one) => one.paymentId === id);
  if (dossier === undefined || payment === undefined) {
    throw new Error(`payment ${id} is not among those of its loan`);
  }
  return { payment, dossier };
}
