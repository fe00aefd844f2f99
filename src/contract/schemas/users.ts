import { z } from 'zod';
import { count, pageInput, wholeInput } from './fields.ts';

const money = z.number();
const amountText = z.string().regex(/^-?\d+\.\d{2}$/);
/** Unix seconds, UTC. */
const seconds = z.number().int();

export const listUsersRequest = z.strictObject({
  search: z.string().optional(),
  createdAfter: z.string().optional(),
  updatedAfter: z.string().optional(),
  ...pageInput,
});
export const userRequest = z.strictObject({ userId: z.string() });

export const user = z.looseObject({
  user_id: z.string(),
  permissions_status: z.string(),
  user_name: z.string(),
  user_phone: z.string(),
  last_updated: z.iso.datetime(),
  created_at: z.iso.datetime(),
});
export const users = z.array(user);

export const userTransactionsRequest = z.strictObject({
  userId: z.string(),
  startTimestamp: wholeInput.optional(),
});
export const userTransactions = z.array(
  z.looseObject({
    id: z.number().int(),
    user_id: z.string(),
    account_type: z.string(),
    amount: amountText,
    timestamp: seconds,
    event: z.string(),
    transaction_type: z.string(),
    amount_currency: z.string(),
    balance: amountText.nullable(),
    balance_currency: z.string().nullable(),
    institution_name: z.string(),
  }),
);

export const transactionsSummary = z.looseObject({
  months: z.array(
    z.looseObject({
      institution_name: z.string(),
      account_type: z.string(),
      month: count,
      total_debit: money,
      total_credit: money,
      salary: money,
      balance: money.nullable(),
    }),
  ),
  averages: z.array(
    z.looseObject({
      institution_name: z.string(),
      account_type: z.string(),
      average_salary: money,
      average_cash_in: money,
      average_cash_out: money,
    }),
  ),
});

export const userFlags = z.array(
  z.looseObject({
    id: z.string(),
    user_id: z.string(),
    institution_name: z.string(),
    flag_label: z.string(),
    timestamp: seconds,
  }),
);

export const flagsSummary = z.looseObject({
  months: z.array(
    z.looseObject({
      month: count,
      flag_label: z.string(),
      institution_name: z.string(),
      account_type: z.string().nullable(),
      count,
    }),
  ),
});

export const featuresRequest = z.strictObject({
  userId: z.string(),
  /** Unix seconds, or a date whose last second in UTC is meant. */
  asOf: wholeInput.optional(),
  /** Another name of asOf; both together are refused. */
  date: wholeInput.optional(),
});
export const features = z.looseObject({
  user_id: z.string(),
  count_of_airtime_purchase_events_0_30: count,
  count_of_airtime_purchase_events_0_60: count,
  count_of_airtime_purchase_events_0_90: count,
  count_of_airtime_purchase_events_30_60: count,
  count_of_airtime_purchase_events_60_90: count,
  count_of_repayment_reminder_0_30: count,
  count_of_repayment_reminder_0_60: count,
  count_of_repayment_reminder_0_90: count,
  count_of_repayment_warning_0_60: count,
  count_of_repayment_warning_0_90: count,
  count_of_repayment_warning_30_60: count,
});
