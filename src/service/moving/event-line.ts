import { COLUMNS_OF_FACT, JOURNAL_GROUP, MOVED_GROUPS, type MovedColumn } from '../../store/moved-groups.ts';
import type { MovedFact, MovedFields } from '../../store/moving-port.ts';

/** A fact as its line, without the line feed: `fact`, then the fields in the order of their columns. */
export function factLine({ fact, fields }: MovedFact): string {
  return JSON.stringify({ fact, ...fields });
}

/** What a line says, or why it cannot be taken; a sentence that begins with "it". */
export type ReadFact =
  | { readonly ok: true; readonly fact: MovedFact }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads the line of a fact. It must be what `factLine` writes, to the letter: what says a thing twice, or in another
 * form, was not written by us and is not guessed at.
 */
export function readFactLine(line: string, parsed: Readonly<Record<string, unknown>>): ReadFact {
  const { fact, ...fields } = parsed;
  const columns = typeof fact === 'string' ? COLUMNS_OF_FACT.get(fact) : undefined;
  if (columns === undefined) {
    return { ok: false, reason: `it is of a kind nobody knows (${shown(fact)})` };
  }
  for (const column of columns) {
    const fault = valueFault(fields[column.name], column);
    if (fault !== null) return { ok: false, reason: `its ${column.name} ${fault}` };
  }
  if (fact === 'entry' && !arePostings(fields.postings)) {
    return { ok: false, reason: 'its postings are not accounts with whole amounts' };
  }
  const read: MovedFact = { fact: fact as string, fields: fields as MovedFields };
  if (factLine(read) === line && hasOnly(fields, columns, fact === 'entry')) return { ok: true, fact: read };
  return { ok: false, reason: 'it is not written as an export writes it' };
}

/** The place of a fact's group among the groups, which is the order they are moved in. */
export function placeOfGroup(fact: string): number {
  const isOfJournal = fact === 'entry' || fact === 'audit';
  return MOVED_GROUPS.indexOf(isOfJournal ? JOURNAL_GROUP : fact);
}

function valueFault(value: unknown, { type, mayBeNull }: MovedColumn): string | null {
  if (value === undefined) return 'is missing';
  if (value === null) return mayBeNull ? null : 'is null';
  if (type === 'whole') return Number.isSafeInteger(value) ? null : `is not a whole number (${shown(value)})`;
  if (typeof value !== 'string') return `is not a text (${shown(value)})`;
  if (type === 'hex' && !/^(?:[0-9a-f]{2})+$/.test(value)) return `is not hexadecimal (${shown(value)})`;
  return null;
}

function arePostings(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((one: unknown) => {
    if (typeof one !== 'object' || one === null) return false;
    const { account, amount_piastres } = one as Record<string, unknown>;
    const isWhole = typeof account === 'string' && Number.isSafeInteger(amount_piastres);
    return isWhole && Object.keys(one).length === 2;
  });
}

function hasOnly(
  fields: Readonly<Record<string, unknown>>,
  columns: readonly MovedColumn[],
  isEntry: boolean,
): boolean {
  const names = Object.keys(fields);
  const expected = isEntry
    ? [...columns.map(({ name }) => name), 'postings']
    : columns.map(({ name }) => name);
  return names.length === expected.length && names.every((name, index) => name === expected[index]);
}

const SHOWN_CHARACTERS = 40;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
