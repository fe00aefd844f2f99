/** The form a bank's account is compared and kept in: two spellings of an account are one account. */
export function accountForm(account: string): string {
  return account.replace(/\s/g, '').toUpperCase();
}

/** Digits a number of an account has at least, to be told within another one. */
const LEAST_DIGITS = 6;

/** Whether two accounts in that form may be one: one is not named, or an IBAN ends with the number the other gives. */
export function mayBeOneAccount(one: string, other: string): boolean {
  if (one === other || one === '' || other === '') return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= LEAST_DIGITS && long.endsWith(short);
}
