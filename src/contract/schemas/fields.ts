import { z } from 'zod';

/**
 * Amount in EGP, at most two decimals, answered as a JSON number. Nothing that is booked is above
 * 999,999,999,999.99; the sums of a schedule may be (ten times as much at most, still exact).
 */
export const amount = z.number().min(0).describe('EGP, two decimals');
/** Percent per year, at most four decimals. */
export const rate = z.number().min(0).max(1000).describe('percent per year');
export const date = z.iso.date();
export const instant = z.iso.datetime();
export const count = z.number().int().min(0);

/** A number in a request: a JSON number or a decimal string; judged by its text. */
export const decimalInput = z.union([z.string(), z.number()]);
export const wholeInput = z.union([z.string(), z.number()]);

export const platformType = z.enum(['platform_a', 'platform_b', 'platform_c_seller']);
export const loanPurpose = z.enum(['inventory', 'working_capital', 'expansion', 'equipment']);
export const decisionKind = z.enum(['approved', 'rejected', 'pending_review']);
export const applicationStatus = z.enum(['submitted', 'pending_review', 'approved', 'rejected']);
export const disbursementMethod = z.enum(['bank_transfer', 'wallet', 'check']);
export const disbursementStatus = z.enum(['pending', 'completed', 'failed']);
export const paymentMethod = z.enum(['auto_debit', 'manual_transfer', 'revenue_share']);
export const paymentStatus = z.enum(['current', 'overdue', 'paid_off', 'defaulted']);
export const dayCount = z.enum(['monthly', 'actual/365', 'actual/360', 'actual/actual', '30/360', '30E/360']);
export const repaymentStyle = z.enum(['annuity', 'equal_principal', 'bullet', 'flat']);

/** Paging of lists, as asked. */
export const pageInput = {
  page: wholeInput.optional(),
  size: wholeInput.optional(),
};

/** One page of a list, as answered. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.looseObject({
    page: z.number().int().min(1),
    size: z.number().int().min(1),
    total_count: count,
    data: z.array(item),
  });
}
