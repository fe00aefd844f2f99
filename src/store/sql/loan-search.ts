import { foldAlias } from '../../domain/loan-alias.ts';
import { foldForSearch } from '../../domain/search-folding.ts';
import type { Dialect } from './dialect.ts';
import { textIn } from './list-page.ts';

/** The caller's own reference of the application of loan `l`. */
export const OWN_REFERENCE =
  '(SELECT a.external_reference FROM applications a WHERE a.application_id = l.application_id)';
const inText = textIn(
  'l.business_name_folded',
  'l.loan_id',
  'l.application_id',
  'l.merchant_id',
  OWN_REFERENCE,
);

/** That a text is part of what loan `l` goes by; bind what `saidOfLoans` makes of it. */
export function loanSays(dialect: Dialect): string {
  const aliases = `SELECT t.loan_id FROM loan_aliases t WHERE ${dialect.contains('t.alias_folded')}`;
  return `${inText(dialect)} OR l.loan_id IN (${aliases})`;
}

/** The values of `loanSays` for a text somebody looks for. */
export function saidOfLoans(search: string): readonly string[] {
  // What folds to nothing is part of no alias, and of every text.
  return [foldForSearch(search.trim()), foldAlias(search) || ' '];
}
