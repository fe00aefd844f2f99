import type { PolicyKind } from './policy-kinds.ts';

/** The accounts of the ledger by our names, in the order of a chart of accounts. */
const LEDGER_ACCOUNTS = [
  'loan principal',
  'interest income',
  'fee income',
  'disbursement clearing',
  'collection clearing',
  'customer credit',
  'unallocated receipts',
  'write-off',
  'small balances',
  'recovered interest',
] as const;

export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** The bank's own codes of accounts, by our names; one that is not there goes by our name. */
export type GlAccounts = Readonly<Partial<Record<LedgerAccount, string>>>;

const LONGEST_CODE = 64;
/**
 * Letters and digits with single blanks or signs between them: whatever reads the export (a journal in plain text
 * takes two blanks, `;`, brackets and `|` for something else) takes it for a name.
 */
const CODE = /^[\p{L}\p{N}\p{M}]+(?:[ ._:/&-][\p{L}\p{N}\p{M}]+)*$/u;

/** Codes as JSON, such as `{"loan principal": "1201"}`; or `none`. */
export const glAccountsKind: PolicyKind<GlAccounts> = {
  allowed:
    'none, or codes as JSON such as {"loan principal": "1201", "interest income": "4101"}, ' +
    `for any of ${LEDGER_ACCOUNTS.join(', ')}; a code is letters and digits, with single blanks or . _ : / & - between them`,
  read(value) {
    if (value === 'none') return {};
    const codes = typeof value === 'string' ? parsedJson(value) : value;
    if (typeof codes !== 'object' || codes === null || Array.isArray(codes)) return undefined;
    const known: readonly string[] = LEDGER_ACCOUNTS;
    const isRight = ([account, code]: [string, unknown]) =>
      known.includes(account) && typeof code === 'string' && code.length <= LONGEST_CODE && CODE.test(code);
    return Object.entries(codes).every(isRight) ? (codes as GlAccounts) : undefined;
  },
  keep: (codes) => codes,
};

/** The bank's code of an account, else its name here. */
export function glAccountOf(codes: GlAccounts, account: string): string {
  return Object.hasOwn(codes, account) ? (codes[account as LedgerAccount] ?? account) : account;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
