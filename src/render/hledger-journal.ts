import { fixedTwo } from './cell-values.ts';

const CURRENCY = 'EGP';
/** Cells up to the amounts, for the eye only. */
const ACCOUNT_WIDTH = 32;
/** What ends a line or a description, and what turns the reading direction or cannot be seen. */
const ENDS_A_DESCRIPTION = /[\p{Cc}\u2028\u2029\p{Cs};|]|(?![\u200c\u200d])\p{Cf}/gu;
/** In a tag also what ends its value, begins another or a bracketed date. */
const ENDS_A_TAG = /[,:[\]]/g;

/** A journal entry as the operation answers it. */
export interface ExportedEntry {
  readonly sequence: number;
  readonly loan_id: string;
  readonly entry_number: number;
  readonly business_name: string;
  readonly kind: string;
  readonly event_id: string;
  readonly value_date: string;
  readonly booked_at: string;
  readonly booked_by: string;
  readonly reverses_entry_number: number | null;
  readonly postings: readonly {
    readonly account: string;
    readonly gl_account: string;
    readonly debit: number;
    readonly credit: number;
  }[];
}

/** The first lines of a journal for hledger: how its amounts are written, so that nothing is left to guess. */
export function hledgerHead(): string {
  return `; journal of a loandesk ledger, in the order in which entries were booked\ndecimal-mark .\ncommodity 1000.00 ${CURRENCY}\n`;
}

/** Says that an account exists, so that strict checks pass. Once for each. */
export function hledgerAccount(glAccount: string): string {
  return `account ${glAccount}\n`;
}

/**
 * One entry as a transaction dated on its value date: the code is loan and entry number, the tags say the sequence
 * and the booking. Names are made harmless; ids have no character that means something here.
 */
export function hledgerTransaction(entry: ExportedEntry): string {
  const { sequence, loan_id, entry_number, reverses_entry_number: reverses } = entry;
  const what = `${entry.kind.replaceAll('_', ' ')} ${entry.event_id}`;
  const undone = reverses === null ? '' : `, reverses:${loan_id}/${reverses}`;
  const lines = [
    `${entry.value_date} * (${loan_id}/${entry_number}) ${[harmless(entry.business_name), what].filter((text) => text !== '').join(' | ')}`,
    `    ; seq:${sequence}, booked:${entry.booked_at}, by:${harmless(entry.booked_by).replace(ENDS_A_TAG, ' ')}${undone}`,
    ...entry.postings.map(({ gl_account, debit, credit }) => {
      const amount = credit === 0 ? fixedTwo(debit) : `-${fixedTwo(credit)}`;
      return `    ${gl_account.padEnd(ACCOUNT_WIDTH)}  ${amount} ${CURRENCY}`;
    }),
  ];
  return `\n${lines.join('\n')}\n`;
}

/** A line that hledger passes over. */
export function hledgerComment(text: string): string {
  return `\n; ${text}\n`;
}

/** A name with blanks for whatever the journal would take for something else; cut nowhere. */
function harmless(text: string): string {
  return text.replace(ENDS_A_DESCRIPTION, ' ').trim();
}
