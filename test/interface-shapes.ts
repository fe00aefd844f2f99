/** The shapes of the published interface, written down by hand from it: apart from the contract, so that a slip there is seen. */
type Type =
  | 'text'
  | 'number'
  | 'whole'
  | 'boolean'
  | 'date'
  | 'instant'
  | 'offset instant'
  | 'price'
  | readonly string[];
/** A type; with `?` behind the name of the field it may be absent, with `| null` it may be null. */
type Shape = Readonly<
  Record<
    string,
    Type | { readonly nullable: Type } | { readonly list: ShapeName } | { readonly object: ShapeName }
  >
>;
export type ShapeName = keyof typeof SHAPES;

const PURPOSES = ['inventory', 'working_capital', 'expansion', 'equipment'];
const PLATFORMS = ['platform_a', 'platform_b', 'platform_c_seller'];
const COUNTERS = [
  ...['0_30', '0_60', '0_90', '30_60', '60_90'].map((window) => `count_of_airtime_purchase_events_${window}`),
  ...['0_30', '0_60', '0_90'].map((window) => `count_of_repayment_reminder_${window}`),
  ...['0_60', '0_90', '30_60'].map((window) => `count_of_repayment_warning_${window}`),
];

const SHAPES = {
  application: {
    merchant_id: 'text',
    business_name: 'text',
    requested_amount: 'number',
    loan_purpose: PURPOSES,
    monthly_sales_volume: 'number',
    platform_type: PLATFORMS,
    requested_term_months: 'whole',
    application_id: 'text',
    currency: ['EGP'],
    status: 'text',
    created_at: 'date',
  },
  assessment: {
    application_id: 'text',
    sales_performance_score: 'number',
    business_age_months: 'whole',
    default_risk_rating: ['low', 'medium', 'high'],
    recommended_amount: 'number',
    recommended_interest_rate: 'number',
    assessment_notes: 'text',
  },
  decision: {
    application_id: 'text',
    decision: ['approved', 'rejected', 'pending_review'],
    approved_amount: { nullable: 'number' },
    interest_rate: { nullable: 'number' },
    term_months: { nullable: 'whole' },
    rejection_reason: { nullable: 'text' },
    decision_maker_id: 'text',
    loan_id: { nullable: 'text' },
    status: 'text',
  },
  disbursement: {
    loan_id: 'text',
    merchant_bank_account: 'text',
    disbursement_amount: 'number',
    disbursement_date: 'date',
    disbursement_method: ['bank_transfer', 'wallet', 'check'],
    disbursement_reference: 'text',
    status: ['pending', 'completed', 'failed'],
  },
  payment: {
    loan_id: 'text',
    payment_amount: 'number',
    payment_date: 'date',
    payment_method: ['auto_debit', 'manual_transfer', 'revenue_share'],
    principal_amount: 'number',
    interest_amount: 'number',
    remaining_balance: 'number',
  },
  loan: {
    loan_id: 'text',
    merchant_id: 'text',
    original_amount: 'number',
    outstanding_balance: 'number',
    next_payment_due_date: { nullable: 'date' },
    payment_status: ['current', 'overdue', 'paid_off', 'defaulted'],
    total_payments_made: 'whole',
    currency: ['EGP'],
    business_name: 'text',
    interest_rate: 'number',
    term_months: 'whole',
    disbursement_status: { nullable: ['pending', 'completed', 'failed'] },
  },
  merchant: {
    id: 'text',
    external_id: 'text',
    'latest_update?': 'instant',
    is_fetching: 'boolean',
    stores: { list: 'store' },
  },
  store: {
    id: 'text',
    type: 'text',
    name: 'text',
    status: ['QUEUED', 'FETCHING', 'READY', 'DISCONNECTED', 'ERRORED'],
  },
  merchant_page: { page: 'whole', size: 'whole', total_count: 'whole', data: { list: 'merchant' } },
  merchant_orders: { id: 'text', external_id: 'text', orders: { list: 'order' } },
  order: {
    integration: 'text',
    store_id: 'text',
    channel: 'text',
    id: 'text',
    confirmed: 'boolean',
    created_at: 'offset instant',
    updated_at: 'offset instant',
    processed_at: 'offset instant',
    currency: 'text',
    subtotal_price: 'price',
    total_discounts: 'price',
    total_price: 'price',
    financial_status: 'text',
    fulfillment_status: 'text',
    payment_gateway_names: 'text',
    customer_id: 'text',
    shipping_address: { object: 'address' },
  },
  address: { country_code: 'text', address_line: 'text' },
  token: { access_token: 'text', refresh_token: 'text', user_id: 'whole', email: 'text' },
  user: {
    user_id: 'text',
    permissions_status: 'text',
    user_name: 'text',
    user_phone: 'text',
    last_updated: 'instant',
    created_at: 'instant',
  },
  transaction: {
    id: 'whole',
    user_id: 'text',
    account_type: 'text',
    amount: 'price',
    timestamp: 'whole',
    event: 'text',
    transaction_type: 'text',
    amount_currency: 'text',
    balance: { nullable: 'price' },
    balance_currency: { nullable: 'text' },
    institution_name: 'text',
  },
  transactions_summary: { months: { list: 'month' }, averages: { list: 'average' } },
  month: {
    institution_name: 'text',
    account_type: 'text',
    month: 'whole',
    total_debit: 'number',
    total_credit: 'number',
    salary: 'number',
    balance: { nullable: 'number' },
  },
  average: {
    institution_name: 'text',
    account_type: 'text',
    average_salary: 'number',
    average_cash_in: 'number',
    average_cash_out: 'number',
  },
  flag: { id: 'text', user_id: 'text', institution_name: 'text', flag_label: 'text', timestamp: 'whole' },
  flags_summary: { months: { list: 'flag_month' } },
  flag_month: {
    month: 'whole',
    flag_label: 'text',
    institution_name: 'text',
    account_type: { nullable: 'text' },
    count: 'whole',
  },
  features: { user_id: 'text', ...Object.fromEntries(COUNTERS.map((name) => [name, 'whole' as const])) },
} as const satisfies Record<string, Record<string, unknown>>;

/** Fields of ours that stand beside those of the interface; where a shape is not named there is none. */
const EXTENSIONS: Partial<Record<ShapeName, readonly string[]>> = {
  application: ['external_reference', 'open_applications'],
  decision: [
    ...['day_count', 'repayment_style', 'grace_months', 'revenue_share_percent', 'overrides'],
    ...['override_reason', 'note', 'approvals', 'recommended'],
    ...['total_interest', 'total_payment', 'effective_annual_rate'],
  ],
  disbursement: ['warnings', 'approvals', 'corrections', 'account'],
  merchant: ['name', 'founded_on'],
  payment: [
    ...['payment_id', 'payment_reference', 'fee_amount', 'credit_amount', 'replayed', 'corrections'],
    'recovered_amount',
    'released_amount',
    ...['equal_payment_id', 'reference_on_other_loan', 'duplicate_suspected', 'again_of', 'account'],
  ],
  loan: [
    ...['accrued_interest', 'fees_due', 'payoff_amount', 'arrears_amount', 'days_past_due'],
    ...['undisbursed_amount', 'credit_balance', 'maturity_date', 'installment_amount'],
    ...[
      'revenue_share_percent',
      'revenue_share',
      'closed',
      'written_off_on',
      'written_off_amount',
      'recovered_amount',
      'written_off_interest',
      'recovered_interest',
      'written_off_days_past_due',
      'released_amount',
      'total_interest',
      'total_payment',
      'effective_annual_rate',
    ],
    ...['as_of', 'known_at', 'disbursed_amount', 'application_id', 'aliases'],
  ],
};

/** The names of the fields of a shape. */
export function fieldsOfInterface(name: ShapeName): readonly string[] {
  return Object.keys(SHAPES[name]).map((field) => field.replace('?', ''));
}

/** What in a body is not as the interface has it, each with its place. */
export function shapeFaults(name: ShapeName, body: unknown, where: string = name): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [`${where} is no object`];
  const fields = body as Readonly<Record<string, unknown>>;
  const shape = SHAPES[name] as Shape;
  const names = Object.keys(shape).map((field) => field.replace('?', ''));
  const known = new Set([...names, ...(EXTENSIONS[name] ?? [])]);
  const strange = Object.keys(fields).filter((field) => !known.has(field));
  return [
    ...strange.map((field) => `${where}.${field} is nowhere written down`),
    ...Object.entries(shape).flatMap(([field, type]) => {
      const key = field.replace('?', '');
      if (fields[key] === undefined) return field.endsWith('?') ? [] : [`${where}.${key} is missing`];
      return valueFaults(fields[key], type, `${where}.${key}`);
    }),
  ];
}

function valueFaults(value: unknown, type: Shape[string], where: string): string[] {
  if (typeof type === 'object' && 'nullable' in type) {
    return value === null ? [] : valueFaults(value, type.nullable, where);
  }
  if (typeof type === 'object' && 'object' in type) return shapeFaults(type.object, value, where);
  if (typeof type === 'object' && 'list' in type) {
    if (!Array.isArray(value)) return [`${where} is no list`];
    return value.flatMap((one, index) => shapeFaults(type.list, one, `${where}[${index}]`));
  }
  return isOf(value, type as Type) ? [] : [`${where} is ${JSON.stringify(value)}, which is no ${type}`];
}

function isOf(value: unknown, type: Type): boolean {
  if (typeof type !== 'string') return type.includes(value as string);
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'number' || type === 'whole') {
    return typeof value === 'number' && (type === 'number' || Number.isInteger(value));
  }
  if (typeof value !== 'string') return false;
  const forms: Partial<Record<Type & string, RegExp>> = {
    date: /^\d{4}-\d\d-\d\d$/,
    instant: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
    'offset instant': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    price: /^-?\d+\.\d\d$/,
  };
  return forms[type]?.test(value) ?? true;
}
