import type { Column } from '../../render/view.ts';

/** The fields of an application. */
export const APPLICATION_COLUMNS: readonly Column[] = [
  { key: 'application_id', title: 'Application', kind: 'id' },
  { key: 'merchant_id', title: 'Merchant', kind: 'id' },
  { key: 'business_name', title: 'Business', kind: 'text' },
  { key: 'requested_amount', title: 'Requested', kind: 'money' },
  { key: 'requested_term_months', title: 'Term (months)', kind: 'integer' },
  { key: 'loan_purpose', title: 'Purpose', kind: 'text' },
  { key: 'monthly_sales_volume', title: 'Declared monthly sales', kind: 'money' },
  { key: 'platform_type', title: 'Platform', kind: 'text' },
  { key: 'status', title: 'Status', kind: 'status' },
  { key: 'created_at', title: 'Created', kind: 'date' },
  { key: 'currency', title: 'Currency', kind: 'text' },
  { key: 'external_reference', title: 'External reference', kind: 'id' },
];

const WIDE_ONLY = new Set(['merchant_id', 'loan_purpose', 'platform_type', 'currency', 'external_reference']);

/** The same for a list: a terminal table leaves the less asked-for out. */
export const APPLICATION_LIST_COLUMNS: readonly Column[] = APPLICATION_COLUMNS.map((column) =>
  WIDE_ONLY.has(column.key) ? { ...column, wideOnly: true } : column,
);
