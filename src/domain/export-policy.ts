import type { CalendarDate } from './dates.ts';
import { type GlAccounts, glAccountsKind } from './gl-accounts.ts';
import { payoutAccountKind, payoutBicKind } from './payout-account.ts';
import type { PolicyDocument } from './policy-document.ts';
import { type PolicyDefinition, readInForce } from './policy-kinds.ts';

const glAccounts: PolicyDefinition<GlAccounts> = { kind: glAccountsKind, shipped: {} };
const payoutAccount: PolicyDefinition<string> = { kind: payoutAccountKind, shipped: '' };
const payoutBic: PolicyDefinition<string> = { kind: payoutBicKind, shipped: '' };

/** The policy values of what is handed on to other systems: to the bank's books and to its payments. */
export const EXPORT_DEFINITIONS = {
  gl_accounts: glAccounts,
  /** The account disbursements are paid from; empty: not said. */
  payout_account: payoutAccount,
  /** BIC of the bank that account is with; empty: not said. */
  payout_bic: payoutBic,
} as const;

/**
 * The bank's codes of accounts for what was booked on a day: those in force on it. An account that had none yet goes
 * by the first it was given later, so that a bank which names its accounts late has all of its book under them.
 */
export function glAccountsFor(document: PolicyDocument, day: CalendarDate): GlAccounts {
  const codesOn = (date: CalendarDate) => readInForce('gl_accounts', glAccounts, document, date);
  const later = (document.gl_accounts ?? []).flatMap(({ from }) =>
    from !== null && from > day ? [from] : [],
  );
  // The nearest last, so that it wins; what was in force on the day wins over all.
  const codes = [...new Set(later)].sort().reverse().map(codesOn);
  return Object.assign({}, ...codes, codesOn(day)) as GlAccounts;
}

/** Whom disbursements are paid by, on a date; both empty when the bank has not said. */
export function payoutAccountAt(
  document: PolicyDocument,
  date: CalendarDate,
): { readonly account: string; readonly bic: string } {
  return {
    account: readInForce('payout_account', payoutAccount, document, date),
    bic: readInForce('payout_bic', payoutBic, document, date),
  };
}
