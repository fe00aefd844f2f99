/** The form a bank's account is compared and kept in: two spellings of an account are one account. */
export function accountForm(account: string): string {
  return account.replace(/\s/g, '').toUpperCase();
}
