import { SOURCE_COLUMNS, type SourceColumns } from './source-columns.ts';

/** Names between bars, the likelier first. */
const names = (text: string): readonly string[] =>
  text.split('|').map((name) => name.trim().replace(/\s+/g, ' '));

/** Headings of banks in English: what stands in front of another counts before it. */
export const ENGLISH_COLUMNS = {
  payment_date: names(
    `Booking date | Posting date | Posted date | Post date | Booked date | Entry date | Accounting date |
     Transaction date | Txn date | Trx date | Tran date | Trans date | Operation date | Date | Date and
     time | Transaction time | Transaction date and time | Posted on | Created at`,
  ),
  value_date: names('Value date | Val date | Value dt | Effective date'),
  credit: names(
    `Credit | Credits | Credit amount | Amount credited | Credited | Cr | Cr amount | Deposit | Deposits
     | Deposit amount | Paid in | Money in | Amount in | Payments in | Inflow | Incoming | Received | In`,
  ),
  debit: names(
    `Debit | Debits | Debit amount | Amount debited | Debited | Dr | Dr amount | Withdrawal | Withdrawals
     | Withdrawal amount | Withdrawn | Paid out | Money out | Amount out | Payments out | Outflow |
     Outgoing | Spent | Out`,
  ),
  amount: names(
    `Amount | Transaction amount | Txn amount | Trx amount | Trans amount | Amt | Amount in account
     currency`,
  ),
  type: names(
    `Dr/Cr | Cr/Dr | Debit/Credit | Credit/Debit | D/C | C/D | Debit or credit | Credit or debit | Dr/Cr
     indicator | Cr/Dr indicator | Debit credit indicator | Credit debit indicator | Direction | In/Out |
     Type | Transaction type | Txn type | Trx type`,
  ),
  status: names('Status | Transaction status | Txn status | Trx status | Payment status'),
  currency: names('Currency | Ccy | Currency code | Account currency | Transaction currency'),
  balance: names(
    `Running balance | Ledger balance | Book balance | Balance | Account balance | Balance after |
     Balance after transaction | Current balance | New balance | Balance amount | Bal | Available balance`,
  ),
  reference: names(
    `Bank reference | Bank reference no | Bank ref | Bank ref no | Transaction reference | Transaction
     reference no | Transaction reference number | Transaction ref | Transaction ref no | Txn reference |
     Txn ref | Txn ref no | Trx reference | Trx ref | Trx ref no | Trans ref | Trans reference |
     Transaction ID | Txn ID | Trx ID | Tran ID | Trans ID | Transaction no | Transaction number | Txn no
     | Trx no | Operation number | Operation no | Operation ID | FT no | FT number | FT reference | FT
     ref | FT ID | FT | System reference | Core reference | UTR | UTR no | RRN | Retrieval reference
     number | Reference number | Reference no | Reference ID | Ref no | Ref number | Ref ID | Receipt no
     | Receipt number | Reference | Ref | Payment ID | reference1 | Journal no | Voucher no | Voucher
     number | Document no | Document number | Doc no | Cheque/Reference no | Cheque/Ref no | Chq/Ref no |
     Cheque no | Cheque number | Cheque | Check no | Check number | Chq no | Chq | Instrument no |
     Instrument number | Instrument ID`,
  ),
  customer_reference: names(
    `Customer reference | Customer reference no | Customer reference number | Customer ref | Customer ref
     no | Payment reference | Payer reference | Sender reference | Client reference | Your reference |
     Your ref | Merchant reference | reference2`,
  ),
  end_to_end_id: names('End to end id | End to end reference'),
  details: names(
    `Description | Transaction description | Details | Detail | Transaction details | Transaction detail
     | Payment details | Label | Narrative | Transaction narrative | Narration | Transaction narration |
     Particulars | Transaction particulars | Remarks | Remark | Transaction remarks | Memo | Note | Notes
     | Comment | Comments | Purpose | Purpose of payment | Remittance information | Text | item1 | item2`,
  ),
  payer_name: names(
    `Payer | Payer name | Counterparty | Counterparty name | Remitter | Remitter name | Sender | Sender
     name | Ordering customer | Ordering party | Originator | Debtor | Debtor name | Depositor |
     Depositor name | Other party | Other party info`,
  ),
  payer_account: names(
    `Payer account | Payer IBAN | Counterparty account | Counterparty IBAN | Remitter account | Sender
     account | Sender IBAN | Debtor account | Debtor IBAN`,
  ),
  payer_phone: names('Payer phone | Sender phone | Mobile number | Mobile no | Phone | Phone number'),
  charges: names('Charges | Charge | Fee | Fees | Commission'),
  account: names('account_number | Account number | Account no | A/C no | Account IBAN'),
  opening_balance: names('Opening balance | initial_balance'),
  closing_balance: names('Closing balance | final_balance'),
  total_credits: names('income'),
  total_debits: names('expenses'),
  credit_entries: names('income_entries'),
  debit_entries: names('expenses_entries'),
};

/** Headings of banks in Arabic: what stands in front of another counts before it. */
export const ARABIC_COLUMNS = {
  payment_date: names(
    `تاريخ القيد | تاريخ الترحيل | تاريخ التسجيل | تاريخ العملية | تاريخ الحركة | تاريخ المعاملة | تاريخ
     التنفيذ | تاريخ الإيداع | التاريخ | تاريخ | التاريخ والوقت | تاريخ ووقت العملية`,
  ),
  value_date: names('تاريخ الحق | تاريخ القيمة | تاريخ الاستحقاق | حق'),
  credit: names(
    `دائن | الدائن | دائنة | المبلغ الدائن | مبلغ دائن | حركة دائنة | حركات دائنة | إيداع | الإيداع |
     إيداعات | الإيداعات | مبلغ الإيداع | المبلغ المودع | وارد | الوارد | إضافة | الإضافة | المقبوضات |
     له | لكم`,
  ),
  debit: names(
    `مدين | المدين | مدينة | المبلغ المدين | مبلغ مدين | حركة مدينة | حركات مدينة | سحب | السحب | سحوبات
     | السحوبات | مسحوبات | المسحوبات | مبلغ السحب | المبلغ المسحوب | صادر | الصادر | منصرف | المنصرف |
     خصم | الخصم | المدفوعات | عليه | عليكم`,
  ),
  amount: names(
    `المبلغ | مبلغ | القيمة | قيمة | مبلغ العملية | مبلغ الحركة | مبلغ المعاملة | قيمة العملية | قيمة
     الحركة | قيمة المعاملة`,
  ),
  type: names(
    `دائن/مدين | مدين/دائن | الاتجاه | طبيعة الحركة | النوع | نوع الحركة | نوع العملية | نوع المعاملة |
     نوع القيد`,
  ),
  status: names('الحالة | حالة | حالة العملية | حالة الحركة | حالة المعاملة | حالة الدفع'),
  currency: names('العملة | عملة | عملة الحساب'),
  balance: names(
    `الرصيد | رصيد | الرصيد بعد | الرصيد بعد العملية | الرصيد بعد الحركة | الرصيد الجاري | الرصيد الحالي
     | الرصيد الدفتري | الرصيد المتحرك | الرصيد التراكمي | رصيد الحساب | الرصيد المتاح | رصيد متاح`,
  ),
  reference: names(
    `رقم المرجع | الرقم المرجعي | رقم مرجعي | رقم مرجع العملية | مرجع البنك | مرجع العملية | مرجع الحركة
     | مرجع المعاملة | رقم العملية | رقم المعاملة | رقم الحركة | رقم القيد | رقم التحويل | كود العملية |
     المرجع | مرجع | رقم الإيصال | رقم السند | رقم الإشعار | رقم المستند | رقم الشيك | الشيك`,
  ),
  customer_reference: names('مرجع العميل | رقم مرجع العميل | مرجع الدافع | مرجع السداد'),
  details: names(
    `البيان | بيان | بيان الحركة | بيان العملية | بيان المعاملة | الوصف | وصف | وصف العملية | وصف الحركة
     | التفاصيل | تفاصيل | تفاصيل العملية | تفاصيل الحركة | تفاصيل المعاملة | الشرح | شرح | شرح الحركة |
     ملاحظات | الملاحظات | ملاحظة | ملحوظات | الغرض | الغرض من التحويل | سبب التحويل`,
  ),
  payer_name: names(
    `اسم المودع | المودع | اسم المحول | المحول | المرسل | اسم المرسل | الدافع | اسم الدافع | الطرف الآخر`,
  ),
  payer_account: names('حساب المحول | حساب المرسل | حساب الدافع'),
  payer_phone: names('هاتف المرسل | رقم الهاتف | رقم الموبايل | رقم المحمول'),
  charges: names('العمولة | الرسوم | المصاريف'),
  account: names('رقم الحساب'),
  opening_balance: names('الرصيد الافتتاحي | رصيد افتتاحي'),
  closing_balance: names('الرصيد الختامي | رصيد ختامي'),
};

/** Headings of banks by which a column is known, whichever of their languages the others are in. */
export const BANK_COLUMNS: SourceColumns = Object.fromEntries(
  SOURCE_COLUMNS.flatMap((column) => {
    const names = [ENGLISH_COLUMNS, ARABIC_COLUMNS].flatMap(
      (columns: SourceColumns) => columns[column] ?? [],
    );
    return names.length === 0 ? [] : [[column, names]];
  }),
);
