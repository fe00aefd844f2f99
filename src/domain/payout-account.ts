import { parseBankAccount } from './account-number.ts';
import type { PolicyKind } from './policy-kinds.ts';
import { isRefusal } from './refusal.ts';

/** ISO 9362: four letters or digits of the bank, two of the country, two of the place, three of the branch or none. */
const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** The account a bank pays from; `none` empties it. */
export const payoutAccountKind: PolicyKind<string> = {
  allowed: 'an account of 5 to 34 letters and digits, an IBAN with right check digits, or none',
  read(value) {
    const text = String(value);
    if (text === 'none' || text === '') return '';
    const account = parseBankAccount(text, 'bank_transfer');
    return isRefusal(account) ? undefined : account;
  },
  keep: (account) => account,
};

/** The BIC of a bank; `none` empties it. */
export const payoutBicKind: PolicyKind<string> = {
  allowed: 'a BIC of 8 or 11 letters and digits, or none',
  read(value) {
    const text = String(value).trim().toUpperCase();
    if (text === 'NONE' || text === '') return '';
    return BIC.test(text) ? text : undefined;
  },
  keep: (bic) => bic,
};
