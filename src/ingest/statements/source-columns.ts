import { nearestWord } from '../../domain/nearest-word.ts';
import { type Refusal, refuse } from '../../domain/refusal.ts';

/** What a column of a repayment file or of a bank's CSV can be. */
export const SOURCE_COLUMNS = [
  'payment_date',
  'value_date',
  'amount',
  'credit',
  'debit',
  'type',
  'status',
  'currency',
  'balance',
  'reference',
  'customer_reference',
  'end_to_end_id',
  'loan_id',
  'payment_id',
  'payment_method',
  'details',
  'payer_name',
  'payer_account',
  'payer_phone',
  'charges',
  'instructed_amount',
  'returned_reference',
  'account',
  'opening_balance',
  'closing_balance',
  'total_credits',
  'total_debits',
  'credit_entries',
  'debit_entries',
] as const;
export type SourceColumn = (typeof SOURCE_COLUMNS)[number];

/** Headings that a column may have, in the order of preference; several details columns are read together. */
export type SourceColumns = { readonly [column in SourceColumn]?: readonly string[] };

/** What a row says of the account and of the whole statement. */
export const BALANCES_AND_TOTALS = [
  'balance',
  'opening_balance',
  'closing_balance',
  'total_credits',
  'total_debits',
] as const satisfies readonly SourceColumn[];

/** Columns that hold money, written alike all over a file. */
export const MONEY_COLUMNS = [
  'amount',
  'credit',
  'debit',
  'charges',
  ...BALANCES_AND_TOTALS,
] as const satisfies readonly SourceColumn[];

/** Headings of our own files whose column is called otherwise. */
const OWN_HEADINGS: Readonly<Record<string, SourceColumn>> = {
  payment_amount: 'amount',
  payment_reference: 'reference',
};

/**
 * Reads `payment_date=Date,credit=Credit,debit=Debit` into columns; those left out are known by their headings. A
 * heading may hold commas: the next column begins at a comma before a word and an equals sign.
 */
export function parseSourceColumns(text: string): SourceColumns | Refusal {
  const columns: { [column in SourceColumn]?: readonly string[] } = {};
  for (const part of text.split(/,(?=\s*\w+\s*=)/)) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(0, at)).trim();
    const heading = part.slice(at + 1).trim();
    const column = SOURCE_COLUMNS.find((known) => known === name);
    if (at === -1 || heading === '') return faulty(`"${part.trim()}" is not column=heading`);
    if (column === undefined) {
      const near = OWN_HEADINGS[name] ?? nearestWord(name, SOURCE_COLUMNS);
      return faulty(
        `"${name}" is none of the columns a heading can stand for${near === null ? '' : `; did you mean ${near}?`}`,
      );
    }
    if (columns[column] !== undefined && column !== 'details') return faulty(`${column} is given twice`);
    columns[column] = [...(columns[column] ?? []), heading];
  }
  return columns;
}

/** Why date, amount or direction cannot be known from these columns; null when they will do. */
export function missingColumns(columns: SourceColumns): string | null {
  if (columns.payment_date === undefined && columns.value_date === undefined)
    return 'payment_date is missing';
  const sides = columns.credit !== undefined && columns.debit !== undefined;
  if (columns.amount === undefined && !sides) return 'amount is missing, or credit and debit';
  return null;
}

function faulty(why: string): Refusal {
  return refuse('usage', `--columns-map: ${why}.`, {
    hint: `Write it like payment_date=Date,credit=Credit,debit=Debit. Columns: ${SOURCE_COLUMNS.join(', ')}.`,
  });
}
