import { foldedHeading, headingWords } from '../plain-heading.ts';

const words = (text: string): ReadonlySet<string> => new Set(headingWords(text));

const OF_REFERENCE = words(
  'ref refs reference references refno refnum utr rrn stan مرجع المرجع مرجعي المرجعي مرجعية',
);
/** What a transaction leaves behind, whose number is a reference. */
const OF_TRANSACTION = words(
  'transaction trans trx txn tran operation receipt voucher journal cheque check chq instrument document doc slip advice payment transfer ft عملية العملية حركة الحركة معاملة المعاملة قيد القيد سند السند ايصال الايصال شيك الشيك مستند المستند تحويل التحويل حوالة الحوالة اشعار الاشعار',
);
const OF_NUMBER = words('id no number num nr رقم');
const OF_BALANCE = words('balance balances bal رصيد الرصيد');
const OF_DETAILS = words(
  'description descriptions desc descr detail details narrative narration narrations narr particular particulars remark remarks memo note notes comment comments explanation purpose remittance بيان البيان بيانات وصف الوصف تفاصيل التفاصيل شرح الشرح ملاحظات الملاحظات ملاحظة ملحوظات غرض الغرض',
);
/** Whose thing it is, or what of it: such a column is neither the bank's reference of a row nor its balance. */
const OF_SOMETHING_ELSE = words(
  'customer client payer payee sender remitter beneficiary merchant account branch teller phone mobile date time name type currency ccy indicator flag status loan تاريخ عميل العميل دافع الدافع حساب الحساب فرع الفرع اسم نوع عملة العملة',
);

/** What a column may be, by its heading, though it is none of the known ones; null: neither of these. */
export function looksLike(heading: string): 'reference' | 'balance' | null {
  const said = headingWords(heading);
  const has = (some: ReadonlySet<string>) => said.some((word) => some.has(word));
  if (has(OF_SOMETHING_ELSE)) return null;
  if (has(OF_REFERENCE) || (has(OF_TRANSACTION) && has(OF_NUMBER))) return 'reference';
  return has(OF_BALANCE) ? 'balance' : null;
}

/** True for a heading that says its column is text: several of them are read together. */
export function looksLikeDetails(heading: string): boolean {
  const said = headingWords(heading);
  return said.some((word) => OF_DETAILS.has(word)) && looksLike(heading) === null;
}

const ORDINALS: ReadonlySet<string> = new Set(
  ['s no', 'sr no', 'sl no', 'sn', 'row', 'row no', 'line no', 'م', 'مسلسل', 'رقم مسلسل', 'التسلسل'].map(
    foldedHeading,
  ),
);

/** True for the heading of a column that numbers the rows of its file. */
export function isOrdinal(heading: string): boolean {
  return heading.trim() === '#' || ORDINALS.has(foldedHeading(heading));
}
