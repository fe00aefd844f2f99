import type { LoanDossier } from '../../store/port.ts';

/** The booking order the next event of a loan gets: one above the highest so far. */
export function nextEventOrder(dossier: LoanDossier): number {
  const orders = [...dossier.disbursements, ...dossier.payments].map((event) => event.order);
  return Math.max(0, ...orders) + 1;
}
