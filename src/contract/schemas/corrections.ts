import { z } from 'zod';
import { amount, count, date, paymentStatus } from './fields.ts';

const division = z.looseObject({
  principal_amount: amount,
  interest_amount: amount,
  fee_amount: amount,
  credit_amount: amount,
  recovered_amount: amount,
  remaining_balance: amount,
});

/** Payments that a command changed, each as it stood and as it stands now. */
export const corrections = z.array(
  z.looseObject({ payment_id: z.string(), before: division, after: division }),
);

const accountFigures = z.looseObject({
  outstanding_balance: amount,
  accrued_interest: amount,
  payoff_amount: amount,
  arrears_amount: amount,
  credit_balance: amount,
  days_past_due: count,
  next_payment_due_date: date.nullable(),
  payment_status: paymentStatus,
});

/** The loan on the business date, before and after a command. */
export const accountChange = z.looseObject({ before: accountFigures, after: accountFigures });
