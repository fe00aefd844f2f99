import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { LoanDossier, ReadTx } from '../../store/port.ts';
import { checkedId } from '../resolve-loan.ts';
import type { SettledRecord } from './disbursement-response.ts';

/** Finds a disbursement by its reference, with its loan. */
export async function resolveDisbursement(
  tx: ReadTx,
  text: string,
): Promise<{ readonly record: SettledRecord; readonly dossier: LoanDossier } | Refusal> {
  const reference = await checkedId(tx, 'disbursement', text);
  if (isRefusal(reference)) return reference;
  const [found] = await tx.disbursements.byReferences([reference]);
  if (found === undefined) return refuse('disbursement_not_found', `there is no disbursement ${reference}`);
  const [dossier] = await tx.loans.byIds([found.loanId]);
  const record = dossier?.disbursements.find((one) => one.disbursementReference === reference);
  if (dossier === undefined || record === undefined) {
    throw new Error(`disbursement ${reference} is not among those of its loan`);
  }
  return { record, dossier };
}
