/** What the stand-in answers: the fields of the interface, and none beside them. */

export const MERCHANT = {
  id: 'm-1',
  external_id: 'nile-crafts',
  latest_update: '2026-02-11T08:15:00Z',
  is_fetching: false,
  stores: [{ id: 'web', type: 'PLATFORM_A', name: 'Web shop', status: 'READY' }],
};

export const ORDER = {
  integration: 'platform_a',
  store_id: 'web',
  channel: 'online',
  id: '1001',
  confirmed: true,
  created_at: '2026-02-11T10:15:00+02:00',
  updated_at: '2026-02-11T10:15:00+02:00',
  processed_at: '2026-02-11T10:15:00+02:00',
  currency: 'EGP',
  subtotal_price: '420.00',
  total_discounts: '0.00',
  total_price: '420.00',
  financial_status: 'paid',
  fulfillment_status: 'fulfilled',
  payment_gateway_names: 'card',
  customer_id: 'c-1',
  shipping_address: { country_code: 'EGY', address_line: '1 Talaat Harb' },
};

export const ASSESSMENT = {
  application_id: 'app_7',
  sales_performance_score: 71.5,
  business_age_months: 33,
  default_risk_rating: 'low',
  recommended_amount: 45000,
  recommended_interest_rate: 23.5,
  assessment_notes: 'Steady sales.',
};

export const LOAN = {
  loan_id: 'loan_9',
  merchant_id: 'm-1',
  original_amount: 45000,
  outstanding_balance: 44100.5,
  next_payment_due_date: '2026-04-01',
  payment_status: 'current',
  total_payments_made: 1,
  currency: 'EGP',
  business_name: 'Nile Crafts',
  interest_rate: 23.5,
  term_months: 12,
  disbursement_status: 'completed',
};

export const USER = {
  user_id: 'u-1',
  permissions_status: 'granted',
  user_name: 'Amal Fathy',
  user_phone: '+201001234567',
  last_updated: '2026-02-01T09:00:00Z',
  created_at: '2026-01-01T09:00:00Z',
};

export const TRANSACTION = {
  id: 1,
  user_id: 'u-1',
  account_type: 'debit',
  amount: '50.00',
  timestamp: 1769990400,
  event: 'cash_out',
  transaction_type: 'airtime_purchase',
  amount_currency: 'EGP',
  balance: '150.00',
  balance_currency: 'EGP',
  institution_name: 'Delta Bank',
};

export const SUMMARY = {
  months: [
    {
      institution_name: 'Delta Bank',
      account_type: 'debit',
      month: 202601,
      total_debit: 50,
      total_credit: 0,
      salary: 0,
      balance: 150,
    },
  ],
  averages: [
    {
      institution_name: 'Delta Bank',
      account_type: 'debit',
      average_salary: 0,
      average_cash_in: 0,
      average_cash_out: 50,
    },
  ],
};

export const FLAG = {
  id: 'f-1',
  user_id: 'u-1',
  institution_name: 'Delta Bank',
  flag_label: 'repayment_reminder',
  timestamp: 1770076800,
};

export const FLAGS_SUMMARY = {
  months: [
    {
      month: 202602,
      flag_label: 'repayment_reminder',
      institution_name: 'Delta Bank',
      account_type: 'debit',
      count: 1,
    },
  ],
};

export const FEATURES = {
  user_id: 'u-1',
  count_of_airtime_purchase_events_0_30: 1,
  count_of_airtime_purchase_events_0_60: 1,
  count_of_airtime_purchase_events_0_90: 1,
  count_of_airtime_purchase_events_30_60: 0,
  count_of_airtime_purchase_events_60_90: 0,
  count_of_repayment_reminder_0_30: 1,
  count_of_repayment_reminder_0_60: 1,
  count_of_repayment_reminder_0_90: 1,
  count_of_repayment_warning_0_60: 0,
  count_of_repayment_warning_0_90: 0,
  count_of_repayment_warning_30_60: 0,
};
