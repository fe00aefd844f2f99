import { looksLikeId, parseId } from './identifiers.ts';
import { foldAlias } from './loan-alias.ts';
import { foldDigits } from './money.ts';
import { phoneDigits } from './phone-digits.ts';
import { isRefusal } from './refusal.ts';
import { foldForSearch } from './search-folding.ts';

/** What a line of a repayment file or bank statement says of the loan it is for. */
export interface RowNames {
  /** A loan column. */
  readonly loan: string | null;
  /** What the payer was told to quote. */
  readonly customerReference: string | null;
  readonly endToEndId: string | null;
  readonly text: string | null;
  /** Cells and elements of it that have no place of their own. */
  readonly otherText: string | null;
  readonly payerAccount: string | null;
  readonly payerPhone: string | null;
  readonly payerName: string | null;
}

/** The loans that names stand for, of those that a file asks for. */
export interface LoanNames {
  /** By loan id and by alias, both folded as aliases are. */
  readonly loanOfName: ReadonlyMap<string, string>;
  /** Active loans of the merchants a payer key is registered for. */
  readonly activeLoansOfPayer: ReadonlyMap<string, readonly string[]>;
  /** Active loans by the folded name of their merchant. */
  readonly activeLoansOfBusiness: ReadonlyMap<string, readonly string[]>;
}

/** What a file's rows ask to be looked up, all folded. */
export interface AskedNames {
  /** Ids and aliases. */
  readonly names: ReadonlySet<string>;
  readonly payers: ReadonlySet<string>;
  readonly businesses: ReadonlySet<string>;
}

/** The loan a row is for, and why; or why a person must say. */
export type MatchedLoan =
  | { readonly loanId: string; readonly rule: 'reference' | 'text' | 'payer'; readonly reason: string }
  | {
      readonly loanId: null;
      readonly code: 'no_match' | 'ambiguous' | 'unknown_loan';
      readonly reason: string;
      /** Loans worth a look, never taken by themselves. */
      readonly suggestions: readonly string[];
    };

/** Most words an id or alias is made of in running text. */
const MOST_WORDS = 6;
const WORD = /[\p{L}\p{N}]+/gu;
/** What may stand between the parts of one id or alias: a comma or a slash parts two of them. */
const JOINT = /^[\s\p{Dash}_]+$/u;
const LOAN_FORM = /^ln([0-9a-z]{9})$/;

/** What has to be looked up before the rows can be matched. */
export function askedNames(rows: Iterable<RowNames>): AskedNames {
  const names = new Set<string>();
  const payers = new Set<string>();
  const businesses = new Set<string>();
  for (const row of rows) {
    for (const reference of references(row)) names.add(foldAlias(reference));
    for (const name of namesInTexts(row)) names.add(name);
    for (const key of payerKeys(row)) payers.add(key);
    if (row.payerName !== null) businesses.add(foldForSearch(row.payerName.trim()));
  }
  names.delete('');
  return { names, payers, businesses };
}

/**
 * Finds the loan of a row. The first rule that names any loan decides, and only when it names one: a loan column or
 * a structured reference equal to an id or alias; an id or alias as whole words of the free text, where a bare
 * number is neither; the payer's account or phone registered for a merchant with exactly one active loan. A row that
 * quotes an id of no loan is not taken for another by its payer. A name is only suggested.
 */
export function matchLoan(row: RowNames, known: LoanNames): MatchedLoan {
  const quoted = references(row);
  const byReference = loansNamed(quoted.map(foldAlias), known);
  const stray = quoted.find((text) => quotesAnId(text) && !known.loanOfName.has(foldAlias(text)));
  if (stray !== undefined) {
    return held('unknown_loan', `its reference "${stray}" is the id of no loan`, [...byReference.keys()]);
  }
  if (byReference.size > 0) return decided(byReference, 'reference', 'its reference');

  const words = namesInTexts(row);
  const byText = loansNamed(words, known);
  const unknown = words.find((name) => isWholeId(name) && !known.loanOfName.has(name));
  if (unknown !== undefined) {
    const id = `LN-${unknown.slice(2).toUpperCase()}`;
    return held('unknown_loan', `its text names ${id}, which is no loan`, [...byText.keys()]);
  }
  if (byText.size > 0) return decided(byText, 'text', 'its text');

  const payers = new Map<string, string>();
  for (const key of payerKeys(row)) {
    for (const loanId of known.activeLoansOfPayer.get(key) ?? [])
      payers.set(loanId, key.replace(/^\w+:/, ''));
  }
  if (payers.size > 0) return decided(payers, 'payer', 'its payer');

  const business = row.payerName === null ? '' : foldForSearch(row.payerName.trim());
  const suggestions = known.activeLoansOfBusiness.get(business) ?? [];
  return held('no_match', 'neither its references, its text nor its payer name a loan', suggestions);
}

/** The keys a payer is known by: an account in the form accounts are compared in, and the digits of a phone. */
export function payerKeys({
  payerAccount,
  payerPhone,
}: Pick<RowNames, 'payerAccount' | 'payerPhone'>): readonly string[] {
  const account = payerAccount === null ? '' : foldAlias(payerAccount);
  const phone = payerPhone === null ? '' : phoneDigits(payerPhone);
  return [...(account === '' ? [] : [`account:${account}`]), ...(phone === '' ? [] : [`phone:${phone}`])];
}

function references(row: RowNames): readonly string[] {
  return [row.loan, row.customerReference, row.endToEndId].filter((text) => text !== null);
}

/** The loans that some names stand for, each with the first name it was found by. */
function loansNamed(names: readonly string[], { loanOfName }: LoanNames): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of names) {
    const loanId = loanOfName.get(name);
    if (loanId !== undefined && !found.has(loanId)) found.set(loanId, name);
  }
  return found;
}

/** Whether a reference was meant as the id of a loan: it is written like one, or its check character fits. */
function quotesAnId(text: string): boolean {
  return looksLikeId(foldDigits(text)) === 'loan' || isWholeId(foldAlias(text));
}

/** Whether a folded name can be nothing but an id of a loan: its check character fits. */
function isWholeId(name: string): boolean {
  const [, code] = LOAN_FORM.exec(name) ?? [];
  return code !== undefined && /\d/.test(code) && !isRefusal(parseId('loan', `LN-${code}`));
}

function namesInTexts({ text, otherText }: RowNames): readonly string[] {
  return otherText === null ? namesInText(text) : [...namesInText(text), ...namesInText(otherText)];
}

/**
 * What could be an id or an alias in running text: each word, and words next to each other with nothing but blanks
 * and dashes between them, folded. Bare numbers are left out.
 */
function namesInText(text: string | null): readonly string[] {
  if (text === null) return [];
  const words = [...foldForSearch(text.normalize('NFKC')).matchAll(WORD)];
  const names: string[] = [];
  for (let from = 0; from < words.length; from++) {
    let name = '';
    for (let to = from; to < Math.min(words.length, from + MOST_WORDS); to++) {
      if (to > from && !areJoined(words[to - 1], words[to])) break;
      name += words[to]?.[0] ?? '';
      if (/\p{L}/u.test(name)) names.push(name);
    }
  }
  return names;
}

function areJoined(left: RegExpMatchArray | undefined, right: RegExpMatchArray | undefined): boolean {
  if (left?.index === undefined || right?.index === undefined) return false;
  return JOINT.test(left.input?.slice(left.index + left[0].length, right.index) ?? '');
}

function decided(
  found: ReadonlyMap<string, string>,
  rule: 'reference' | 'text' | 'payer',
  what: string,
): MatchedLoan {
  const [first, ...others] = [...found];
  if (first === undefined) throw new Error('no loan was found');
  if (others.length > 0) {
    const loans = [...found.keys()].sort();
    return held('ambiguous', `${what} names ${loans.join(' and ')}`, loans);
  }
  const [loanId, name] = first;
  return { loanId, rule, reason: `${what} names it: ${name === foldAlias(loanId) ? loanId : name}` };
}

function held(
  code: 'no_match' | 'ambiguous' | 'unknown_loan',
  reason: string,
  suggestions: readonly string[],
): MatchedLoan {
  return { loanId: null, code, reason, suggestions: [...new Set(suggestions)].sort() };
}
