import type { Refusal } from '../../domain/refusal.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { readSourceProfile, type SourceProfile } from './source-profile.ts';

/** Our own columns, under the names of the lending interface; and as an Arabic heading row has them. */
const OWN_COLUMNS = {
  loan_id: ['loan_id', 'Loan ID', 'loan', 'رقم القرض'],
  amount: ['payment_amount', 'Payment amount', 'المبلغ', 'مبلغ الدفعة'],
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

const ENGLISH_COLUMNS = {
  payment_date: [
    'Booking date',
    'Transaction date',
    'transaction_date',
    'Posting date',
    'Posted date',
    'Entry date',
    'Date',
  ],
  value_date: ['Value date', 'value_date', 'Effective date'],
  credit: ['Credit', 'Credits', 'Credit amount', 'Deposit', 'Deposits', 'Paid in', 'Money in'],
  debit: ['Debit', 'Debits', 'Debit amount', 'Withdrawal', 'Withdrawals', 'Paid out', 'Money out'],
  amount: ['Amount', 'Transaction amount'],
  type: ['Dr/Cr', 'Cr/Dr', 'Debit/Credit', 'Credit/Debit', 'D/C', 'C/D', 'Type', 'Transaction type'],
  status: ['Status', 'Transaction status'],
  currency: ['Currency', 'Ccy', 'Account currency'],
  balance: ['Balance', 'Running balance', 'Book balance'],
  reference: [
    'Bank reference',
    'Transaction reference',
    'Transaction ID',
    'Operation number',
    'Reference number',
    'Ref no',
    'Receipt no',
    'Reference',
    'Ref',
    'reference1',
  ],
  customer_reference: ['Customer reference', 'Payment reference', 'Your reference', 'reference2'],
  end_to_end_id: ['End to end id', 'EndToEndId'],
  details: [
    'Description',
    'Details',
    'Detail',
    'Label',
    'Narrative',
    'Narration',
    'Particulars',
    'Remarks',
    'Memo',
    'item1',
    'item2',
  ],
  payer_name: ['Payer', 'Payer name', 'Counterparty', 'Counterparty name', 'Remitter', 'Sender'],
  payer_account: ['Payer account', 'Counterparty account', 'Sender account'],
  payer_phone: ['Payer phone', 'Mobile number', 'Phone'],
  charges: ['Charges', 'Fee', 'Fees'],
  account: ['account_number', 'Account number', 'Account no', 'Account no.'],
  opening_balance: ['Opening balance', 'initial_balance'],
  closing_balance: ['Closing balance', 'final_balance'],
  total_credits: ['income'],
  total_debits: ['expenses'],
  credit_entries: ['income_entries'],
  debit_entries: ['expenses_entries'],
};

const ARABIC_COLUMNS = {
  payment_date: ['تاريخ العملية', 'تاريخ الحركة', 'تاريخ القيد', 'تاريخ المعاملة', 'التاريخ'],
  value_date: ['تاريخ الحق', 'تاريخ القيمة', 'تاريخ الاستحقاق'],
  credit: ['دائن', 'الدائن', 'إيداع', 'ايداع', 'له'],
  debit: ['مدين', 'المدين', 'سحب', 'عليه'],
  amount: ['المبلغ', 'القيمة'],
  type: ['النوع', 'نوع الحركة', 'نوع العملية'],
  status: ['الحالة'],
  currency: ['العملة'],
  balance: ['الرصيد'],
  reference: ['رقم العملية', 'رقم المرجع', 'المرجع', 'رقم الحركة'],
  customer_reference: ['مرجع العميل'],
  details: ['البيان', 'الوصف', 'التفاصيل', 'الشرح', 'ملاحظات'],
  payer_name: ['اسم المودع', 'اسم المحول', 'المرسل'],
  payer_account: ['حساب المحول', 'حساب المرسل'],
  charges: ['العمولة', 'الرسوم'],
  account: ['رقم الحساب'],
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

/** A shipped profile by its name; null when there is none of that name. */
export function shippedSource(name: string): SourceProfile | null {
  const document = SHIPPED_DOCUMENTS.get(name);
  if (document === undefined) return null;
  const profile: SourceProfile | Refusal = readSourceProfile(name, document);
  if (isRefusal(profile)) throw new Error(`the shipped source ${name} is not right: ${profile.message}`);
  return { ...profile, staff: name === 'loandesk' };
}
