import type { OperationName } from './operation-types.ts';

const MERCHANT = ['id', 'external_id', 'latest_update', 'is_fetching', 'stores'];
const LOAN = [
  ...['loan_id', 'merchant_id', 'original_amount', 'outstanding_balance', 'next_payment_due_date'],
  ...['payment_status', 'total_payments_made', 'currency', 'business_name', 'interest_rate', 'term_months'],
  'disbursement_status',
];

/**
 * The fields the published interface answers with, of operations whose answers have others of ours beside them: the
 * description of the service tells them apart.
 */
const FIELDS: Partial<Record<OperationName, readonly string[]>> = {
  'applications.create': [
    ...['merchant_id', 'business_name', 'requested_amount', 'loan_purpose', 'monthly_sales_volume'],
    ...['platform_type', 'requested_term_months', 'application_id', 'currency', 'status', 'created_at'],
  ],
  'decisions.create': [
    ...['application_id', 'decision', 'approved_amount', 'interest_rate', 'term_months'],
    ...['rejection_reason', 'decision_maker_id', 'loan_id', 'status'],
  ],
  'disbursements.create': [
    ...['loan_id', 'merchant_bank_account', 'disbursement_amount', 'disbursement_date'],
    ...['disbursement_method', 'disbursement_reference', 'status'],
  ],
  'payments.create': [
    ...['loan_id', 'payment_amount', 'payment_date', 'payment_method', 'principal_amount'],
    ...['interest_amount', 'remaining_balance'],
  ],
  'loans.get': LOAN,
  'merchants.get': MERCHANT,
};

/** Whether a field of an answer is ours and stands beside those of the interface. */
export function isBesideInterface(name: OperationName, field: string): boolean {
  const fields = FIELDS[name];
  return fields !== undefined && !fields.includes(field);
}
