import type { Rational } from './rational.ts';

/** The words for each reason; the same for the same code, always. */
export const REASON_WORDS = {
  D01: 'no order data',
  D02: 'short history',
  D03: 'store data stale',
  D04: 'foreign-currency orders left out',
  S01: 'sales falling',
  S02: 'sales uneven',
  S03: 'returns high',
  S04: 'few selling days',
  S05: 'one customer dominates',
  S06: 'declared above verified sales',
  B01: 'under 12 months old',
  C01: 'late-payment warnings',
  C02: 'many reminders',
  C03: 'airtime stopped',
  C10: 'clean repayment seen',
  C20: 'overdue loan',
  C21: 'defaulted loan',
  A01: 'limited by sales',
  A02: 'limited by affordability',
  A03: 'limited by existing loans',
  A04: 'limited by policy maximum',
  A05: 'below minimum',
} as const;

export type ReasonCode = keyof typeof REASON_WORDS;

/** A reason with the points it cost. */
export interface Loss {
  readonly code: ReasonCode;
  readonly points: Rational;
}
