/**
 * What is moved when a ledger moves to another store: every table whose rows are facts, parents before children, with
 * its columns in the order they stand in a line. What a store derives (search forms, short keys, sums) it derives
 * again; what comes and goes (signings in, tokens, kept answers, planned files) stays behind.
 */

export interface MovedColumn {
  readonly name: string;
  readonly type: 'text' | 'whole' | 'hex';
  readonly mayBeNull: boolean;
}

/** The rows of one table. */
export interface MovedGroup {
  /** What one row is called. */
  readonly fact: string;
  readonly table: string;
  /** Columns by which the rows are told apart, in the order of which they are moved. */
  readonly key: readonly string[];
  /** Beside them those kept under a short key of another table: its owner's. */
  readonly columns: readonly MovedColumn[];
}

/** The journal and the audit trail, in the order in which they were sealed: facts `entry` and `audit`. */
export const JOURNAL_GROUP = 'journal';

/**
 * A column is its name, then `#` for a whole number or `*` for bytes, then `?` where it may be null. Those before the
 * bar are the key; of `seq`, which is the order of insertion, only the order is moved.
 */
const TABLES: readonly (readonly [fact: string, table: string, columns: string])[] = [
  ['policy', 'policy_versions', 'version# | document_json change_json? set_at set_by'],
  ['officer', 'officers', 'user_id# | email email_folded name roles kind created_at created_by'],
  ['officer_change', 'officer_changes', 'user_id# number# | kind password_hash? changed_at changed_by'],
  [
    'application',
    'applications',
    `seq# application_id | merchant_id business_name requested_amount_piastres# loan_purpose monthly_sales_piastres#
     platform_type requested_term_months# currency external_reference? caller created_on created_at status`,
  ],
  [
    'decision',
    'decisions',
    `application_id number# | decision approved_amount_piastres#? annual_rate_e4#? term_months#? day_count?
     repayment_style? grace_months#? revenue_share_percent_e4#? rejection_reason? decision_maker_id overrides_json?
     override_reason? note? loan_id? decided_on decided_at decided_by policy_version# assessment_json`,
  ],
  [
    'loan',
    'loans',
    `seq# loan_id | application_id merchant_id business_name currency approved_amount_piastres# annual_rate_e4#
     term_months# day_count repayment_style grace_months# installment_rounding revenue_share_percent_e4#? approved_on
     created_at`,
  ],
  ['closure', 'loan_closures', 'loan_id | kind closed_on closed_by closed_at reason'],
  [
    'disbursement',
    'disbursements',
    `seq# disbursement_reference | loan_id number# merchant_bank_account amount_piastres# disbursement_date method
     settlement booking_order# registered_at registered_by`,
  ],
  [
    'outcome',
    'disbursement_outcomes',
    'disbursement_reference outcome | loan_id date reason? decided_at decided_by',
  ],
  [
    'disbursement_export',
    'disbursement_exports',
    'disbursement_reference | loan_id batch_id line# format exported_at exported_by',
  ],
  [
    'payment',
    'payments',
    `loan_id booking_order# | payment_id amount_piastres# payment_date method payment_reference? principal_piastres#
     interest_piastres# fee_piastres# credit_piastres# remaining_piastres# entry_number# booked_at booked_by batch_id?`,
  ],
  ['payment_repeat', 'payment_repeats', 'loan_id payment_id | repeats_payment_id'],
  ['payment_payoff', 'payment_payoffs', 'loan_id payment_id |'],
  [
    'payment_reversal',
    'payment_reversals',
    'loan_id payment_id | booking_order# reversed_on reason reversed_at reversed_by',
  ],
  [
    'write_off',
    'write_offs',
    'loan_id number# | write_off_id booking_order# written_off_on amount_piastres# reason booked_at booked_by',
  ],
  [
    'write_off_reversal',
    'write_off_reversals',
    'loan_id write_off_id | booking_order# reversed_on reason reversed_at reversed_by',
  ],
  [
    'refund',
    'refunds',
    'loan_id booking_order# | refund_id amount_piastres# refund_date method account? booked_at booked_by',
  ],
  [
    'undrawn_cancellation',
    'undrawn_cancellations',
    'loan_id number# | booking_order# amount_piastres# cancelled_on reason cancelled_at cancelled_by',
  ],
  ['loan_note', 'loan_notes', 'loan_id number# | text noted_at noted_by'],
  ['loan_alias', 'loan_aliases', 'alias_folded | loan_id alias added_at added_by'],
  [
    'approval',
    'approvals',
    'number# | operation object content_json content_hash needed# created_at created_by policy_version#',
  ],
  ['approval_step', 'approval_steps', 'approval_number# number# | kind result? done_at done_by'],
  [
    'payment_batch',
    'payment_batches',
    `seq# batch_id | digest source_format file_name? source_name? row_count# rows_hash summary_json posted_on posted_at
     posted_by`,
  ],
  ['batch_undo', 'batch_undos', 'batch_id | undone_on reason undone_at undone_by'],
  [
    'bank_statement',
    'bank_statements',
    `batch_id number# | account currency opening? closing? first_date? last_date? credit_count# credit_sum
     debit_count# debit_sum intraday#`,
  ],
  [
    'held_row',
    'held_rows',
    `held_id | batch_id row_number# kind code reason amount currency amount_piastres#? date account? method
     bank_reference? customer_reference? text? payer_name? payer_account? payer_phone? suggestions_json held_at held_by`,
  ],
  [
    'batch_row',
    'batch_rows',
    `batch_id row_number# | line# account? row_key* occurrence# direction amount currency date outcome reason?
     payment_id? held_id? reference? end_to_end_id? balance? derived_balance? candidates_json?`,
  ],
  [
    'held_step',
    'held_steps',
    `held_id number# | step_id kind amount_piastres#? loan_id? payment_id? reason? stepped_on stepped_at stepped_by`,
  ],
  [
    'merchant',
    'merchants',
    `merchant_id | external_id name? contact_name? contact_phone? founded_on? owner_user_id? created_at updated_at?
     latest_update?`,
  ],
  ['store', 'stores', 'merchant_id store_id | type name status status_at'],
  [
    'order',
    'orders',
    `merchant_id store_id order_id | integration channel confirmed# created_at created_at_ms# updated_at updated_at_ms#
     processed_at cancelled_at? currency subtotal_piastres# discounts_piastres# total_piastres# financial_status
     fulfillment_status payment_gateway_names customer_id country_code address_line`,
  ],
  [
    'user',
    'users',
    'user_id | permissions_status user_name user_phone created_at created_at_ms# updated_at? last_updated',
  ],
  [
    'user_transaction',
    'user_transactions',
    `user_id id# | account_type amount_piastres# timestamp_seconds# event transaction_type amount_currency
     balance_piastres#? balance_currency? institution_name`,
  ],
  ['user_flag', 'user_flags', 'user_id id | institution_name flag_label timestamp_seconds# account_type?'],
  ['audit_read', 'audit_reads', 'number# | at actor os_user host channel action asked_json request_id'],
];

/** Facts of the journal group, each at its place in the sealed chain. */
const JOURNAL: readonly (readonly [fact: string, columns: string])[] = [
  [
    'entry',
    `sequence# loan_id entry_number# kind event_id value_date booked_at booked_by reverses_entry_number#? hash*`,
  ],
  [
    'audit',
    `sequence# number# at actor os_user host channel action object before_json? after_json? outcome request_id
     policy_version#? business_date? hash*`,
  ],
];

/** What the audit records vouch for, after them. */
const ATTESTED = ['attested', 'audit_facts', 'audit_number# kind fact_id | hash*'] as const;

/** The groups that are the rows of one table, in the order of moving; the journal stands before the last. */
export const MOVED_TABLES: readonly MovedGroup[] = [...TABLES, ATTESTED].map(([fact, table, columns]) => ({
  fact,
  table,
  key: wordsOf(columns.split('|')[0] as string).map((word) => columnOf(word).name),
  columns: wordsOf(columns).map(columnOf),
}));

/** The groups in the order they are moved: what a fact refers to stands before it. */
export const MOVED_GROUPS: readonly string[] = [...TABLES.map(([fact]) => fact), JOURNAL_GROUP, ATTESTED[0]];

/** The columns of each kind of fact as they stand in a line, without `seq`. */
export const COLUMNS_OF_FACT: ReadonlyMap<string, readonly MovedColumn[]> = new Map([
  ...MOVED_TABLES.map(({ fact, columns }) => [fact, columns.filter(({ name }) => name !== 'seq')] as const),
  ...JOURNAL.map(([fact, columns]) => [fact, wordsOf(columns).map(columnOf)] as const),
]);

function wordsOf(columns: string): readonly string[] {
  return columns.split(/[\s|]+/).filter((word) => word !== '');
}

function columnOf(word: string): MovedColumn {
  const [, name, mark, question] = /^(\w+)([#*]?)(\??)$/.exec(word) as RegExpExecArray;
  const type = mark === '#' ? 'whole' : mark === '*' ? 'hex' : 'text';
  return { name: name as string, type, mayBeNull: question === '?' };
}
