import { type Refusal, refuse } from './refusal.ts';

export const DISBURSEMENT_METHODS = ['bank_transfer', 'wallet', 'check'] as const;
export type DisbursementMethod = (typeof DISBURSEMENT_METHODS)[number];

const CODE = 'invalid_bank_account';

/**
 * Reads the account a disbursement goes to (code `invalid_bank_account`). `bank_transfer`: 5 to 34 letters
 * and digits, spaces dropped; what starts like an IBAN (two letters, two digits) must
 * have right check digits and is answered in upper case. `wallet` and `check`: 1 to 64 characters without control characters.
 */
export function parseBankAccount(text: string, method: DisbursementMethod): string | Refusal {
  if (method !== 'bank_transfer') {
    const trimmed = text.trim();
    if (trimmed === '') return refuse(CODE, 'the account is empty');
    if ([...trimmed].length > 64) return refuse(CODE, 'the account is longer than 64 characters');
    if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(trimmed)) {
      return refuse(CODE, 'the account has control characters in it');
    }
    return trimmed;
  }
  const account = text.replaceAll(' ', '');
  if (!/^[0-9A-Za-z]{5,34}$/.test(account)) {
    return refuse(CODE, `${text.slice(0, 64)} is not an account number: 5 to 34 letters and digits`);
  }
  if (!/^[A-Za-z]{2}\d{2}/.test(account)) return account;
  const iban = account.toUpperCase();
  if (ibanRemainder(iban) !== 1) {
    return refuse(CODE, `${iban} starts like an IBAN, but its check digits are wrong`, {
      hint: 'compare it with the merchant’s papers, letter by letter',
    });
  }
  return iban;
}

/** Whether a text is an IBAN by its check digits. */
export function isIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) && ibanRemainder(text) === 1;
}

/**
 * Remainder of an IBAN modulo 97 (ISO 13616, ISO 7064 MOD 97-10): the first four characters go to the end
 * and letters count from 10. A right one leaves 1.
 */
function ibanRemainder(iban: string): number {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
