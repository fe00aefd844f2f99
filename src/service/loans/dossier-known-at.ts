import { type Refusal, refuse } from '../../domain/refusal.ts';
import type { LoanDossier, SettledDisbursement } from '../../store/port.ts';
import type { Instant } from '../../store/records.ts';

/** A loan as the bank saw it at an instant: without anything booked later. Refused when the loan was made later. */
export function dossierKnownAt(dossier: LoanDossier, knownAt: Instant): LoanDossier | Refusal {
  const { loan, closure } = dossier;
  if (loan.createdAt > knownAt) {
    return refuse(
      'loan_not_found',
      `at ${knownAt} there was no loan ${loan.loanId} yet; it was made at ${loan.createdAt}`,
    );
  }
  return {
    loan,
    closure: closure !== null && closure.closedAt <= knownAt ? closure : null,
    disbursements: dossier.disbursements
      .filter((one) => one.registeredAt <= knownAt)
      .map((one) => settledKnownAt(one, knownAt)),
    payments: dossier.payments
      .filter((one) => one.bookedAt <= knownAt)
      .map((one) => ({ ...one, reversal: reversalKnownAt(one.reversal, knownAt) })),
    writeOffs: dossier.writeOffs
      .filter((one) => one.bookedAt <= knownAt)
      .map((one) => ({ ...one, reversal: reversalKnownAt(one.reversal, knownAt) })),
    refunds: dossier.refunds.filter((one) => one.bookedAt <= knownAt),
    undrawnCancellations: dossier.undrawnCancellations.filter((one) => one.cancelledAt <= knownAt),
  };
}

/** One that came back later was completed until then, by hand or by itself. */
function settledKnownAt(one: SettledDisbursement, knownAt: Instant): SettledDisbursement {
  const completion = one.completion !== null && one.completion.decidedAt <= knownAt ? one.completion : null;
  const outcome = one.outcome !== null && one.outcome.decidedAt <= knownAt ? one.outcome : completion;
  return { ...one, outcome, completion };
}

function reversalKnownAt<Reversal extends { readonly reversedAt: Instant }>(
  reversal: Reversal | null,
  knownAt: Instant,
): Reversal | null {
  return reversal !== null && reversal.reversedAt <= knownAt ? reversal : null;
}
