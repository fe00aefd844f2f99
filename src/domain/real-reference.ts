import { foldForSearch } from './search-folding.ts';

/** What banks, wallets and spreadsheets write where there is no reference, folded. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  ...[
    'na',
    'none',
    'null',
    'nil',
    'nan',
    'undefined',
    'empty',
    'blank',
    'unknown',
    'noref',
    'noreference',
    'nonref',
  ],
  ...[
    'notprovided',
    'notavailable',
    'notapplicable',
    'noremark',
    'noremarks',
    'nothing',
    'no',
    'ref',
    'reference',
  ],
  ...['لايوجد', 'لاشيء', 'بدون', 'بدونمرجع', 'غيرمتوفر', 'غيرمتاح', 'لا'],
]);

/** Words for a channel or a kind of transaction, which many payments share, folded. */
const CHANNELS: ReadonlySet<string> = new Set([
  ...[
    'transfer',
    'trf',
    'trsf',
    'banktransfer',
    'wiretransfer',
    'wire',
    'ach',
    'rtgs',
    'sepa',
    'swift',
    'ipn',
  ],
  ...['instapay', 'fawry', 'meeza', 'mpesa', 'vodafonecash', 'orangecash', 'wepay', 'etisalatcash', 'wallet'],
  ...[
    'cash',
    'cashdeposit',
    'deposit',
    'dep',
    'atm',
    'pos',
    'cheque',
    'check',
    'chq',
    'card',
    'online',
    'mobile',
  ],
  ...[
    'payment',
    'pmt',
    'credit',
    'debit',
    'cr',
    'dr',
    'salary',
    'fee',
    'fees',
    'charge',
    'charges',
    'interest',
  ],
  ...['internal', 'branch', 'counter', 'standingorder', 'directdebit', 'refund', 'reversal', 'misc', 'other'],
  ...[
    'تحويل',
    'تحويلبنكي',
    'حواله',
    'ايداع',
    'ايداعنقدي',
    'نقدي',
    'نقدا',
    'سداد',
    'شيك',
    'انستاباي',
    'فوري',
    'محفظه',
  ],
]);

/**
 * A reference as two of them are compared: without blanks, dashes, dots and case, with Arabic letters and digits in one
 * spelling; empty when nothing else is in it.
 */
export function foldReference(text: string): string {
  return foldForSearch(text).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Whether a text only stands where there is nothing to say: dashes, zeros, `N/A`, لا يوجد. */
export function isPlaceholder(text: string): boolean {
  const folded = foldReference(text);
  return folded === '' || /^0+$/.test(folded) || /^x+$/.test(folded) || PLACEHOLDERS.has(folded);
}

/** Whether a text tells one payment from others, rather than standing where there is no reference or naming a channel. */
export function isRealReference(text: string): boolean {
  return !isPlaceholder(text) && !CHANNELS.has(foldReference(text));
}
