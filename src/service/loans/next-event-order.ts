import type { LoanDossier } from '../../store/port.ts';

/** The booking order the next event of a loan gets: one above the highest so far. */
export function nextEventOrder(dossier: LoanDossier): number {
  const { disbursements, payments, writeOffs, refunds, undrawnCancellations } = dossier;
  const reversals = [...payments, ...writeOffs].flatMap(({ reversal }) => reversal ?? []);
  let last = 0;
  for (const events of [disbursements, payments, writeOffs, refunds, undrawnCancellations, reversals]) {
    for (const { order } of events) last = Math.max(last, order);
  }
  return last + 1;
}
