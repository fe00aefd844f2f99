import { foldForSearch } from '../domain/search-folding.ts';

/** A heading in one spelling: blind to case, blanks, direction marks and a point at its end. */
export function plainHeading(heading: string): string {
  return heading
    .normalize('NFKC')
    .replace(/[\u061c\u200e\u200f\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .toLowerCase();
}

/** The words of a heading, folded: `TransactionDate`, `TRANSACTION_DATE` → `transaction`, `date`; `Ref #` → `ref`, `no`. */
export function headingWords(heading: string): readonly string[] {
  const apart = heading.normalize('NFKC').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return (
    foldForSearch(apart)
      .replaceAll('#', ' no ')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Words of headings that are often shortened, each in one spelling. */
const SHORTENED: readonly (readonly [RegExp, string])[] = [
  [/reference/g, 'ref'],
  [/number/g, 'no'],
  [/transaction|txn/g, 'trx'],
  [/amt/g, 'amount'],
];

/**
 * A heading as two of them are compared: letters and digits in one spelling, without what stands between them, so that
 * `Ref. No.`, `ref_no` and `Reference number`, or رقم المرجع with and without harakat, are one.
 */
export function foldedHeading(heading: string): string {
  const folded = foldForSearch(heading.normalize('NFKC')).replaceAll('#', 'no');
  const letters = folded.replace(/[^\p{L}\p{N}]+/gu, '');
  return SHORTENED.reduce((text, [long, short]) => text.replace(long, short), letters);
}

/**
 * The forms under which a heading may be known, the whole of it first: what stands in brackets (`Debit (EGP)`) and the
 * second language of two (`Date / التاريخ`) say nothing more of what the column is.
 */
export function headingForms(heading: string): readonly string[] {
  const bare = heading.replace(/[([{][^)\]}]*[)\]}]?/g, ' ');
  const arabic = bare.replace(/\p{Script=Latin}+/gu, ' ');
  const latin = bare.replace(/\p{Script=Arabic}+/gu, ' ');
  const forms = [heading, bare, latin, arabic].map(foldedHeading);
  return [...new Set(forms)].filter((form) => form !== '');
}
