import type { Refusal } from '../../domain/refusal.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { ARABIC_COLUMNS, BANK_COLUMNS, ENGLISH_COLUMNS } from './bank-headings.ts';
import { readSourceProfile, type SourceProfile } from './source-profile.ts';

/** Our own columns, under the names of the lending interface; and as an Arabic heading row has them. */
const OWN_COLUMNS = {
  loan_id: ['loan_id', 'Loan ID', 'loan', 'رقم القرض'],
  amount: ['payment_amount', 'Payment amount', 'المبلغ', 'مبلغ الدفعة'],
  payment_id: ['payment_id', 'Payment ID'],
  status: ['status'],
  payment_date: ['payment_date', 'Payment date', 'التاريخ', 'تاريخ الدفع', 'تاريخ السداد'],
  payment_method: ['payment_method', 'Payment method', 'طريقة الدفع'],
  reference: ['payment_reference', 'Payment reference', 'المرجع'],
  currency: ['currency', 'العملة'],
  value_date: ['value_date', 'Value date'],
  details: ['details', 'note', 'notes', 'البيان', 'ملاحظات'],
};

const MPESA_COLUMNS = {
  reference: ['Receipt No'],
  payment_date: ['Completion Time'],
  details: ['Details', 'Reason Type'],
  status: ['Transaction Status'],
  credit: ['Paid In'],
  debit: ['Withdrawn'],
  balance: ['Balance'],
  payer_name: ['Other Party Info'],
  returned_reference: ['Linked Transaction ID'],
  customer_reference: ['A/C No'],
};

/** The shipped profiles in their JSON form, by name: what `sources show` prints and a new one may start from. */
export const SHIPPED_DOCUMENTS: ReadonlyMap<string, Readonly<Record<string, unknown>>> = new Map<
  string,
  Readonly<Record<string, unknown>>
>([
  ['loandesk', { columns: OWN_COLUMNS, missing_columns: 'passed_over', sign: 'credits_only' }],
  [
    'mpesa-organisation',
    {
      columns: MPESA_COLUMNS,
      missing_columns: 'passed_over',
      labels: { account: ['Paybill', 'Short Code', 'Till'] },
      sign: 'columns',
      decimal: 'point',
      date_format: 'YYYY-MM-DD',
      // Nairobi has no summer time.
      zone: '+03:00',
      currency: 'KES',
    },
  ],
  ['bank-english', { columns: ENGLISH_COLUMNS, missing_columns: 'passed_over' }],
  ['bank-arabic', { columns: ARABIC_COLUMNS, missing_columns: 'passed_over' }],
]);

/** Sources of many banks, whose headings differ. */
const BANKS: readonly string[] = ['bank-english', 'bank-arabic'];

/** A shipped profile by its name; null when there is none of that name. */
export function shippedSource(name: string): SourceProfile | null {
  const document = SHIPPED_DOCUMENTS.get(name);
  if (document === undefined) return null;
  const profile: SourceProfile | Refusal = readSourceProfile(name, document);
  if (isRefusal(profile)) throw new Error(`the shipped source ${name} is not right: ${profile.message}`);
  const rest = BANKS.includes(name) ? BANK_COLUMNS : null;
  return { ...profile, staff: name === 'loandesk', rest };
}
