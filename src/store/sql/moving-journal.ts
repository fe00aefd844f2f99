import { COLUMNS_OF_FACT, type MovedColumn } from '../moved-groups.ts';
import type { MovedCursor, MovedFact, MovedFields, MovedPage, MovedPosting } from '../moving-port.ts';
import { BOOKS, type Book } from './books.ts';
import { query } from './dialect.ts';
import { type PostingRow, postingOf } from './journal-reader.ts';
import { columnList } from './moved-columns.ts';
import type { SqlConnection } from './sql-connection.ts';

/** What seals cover, a page of seals at a time: one statement for each table, found from the seals by its key. */
const IN_PAGE = 'WHERE s.sequence > ? AND s.sequence <= ?';

const columnsOf = (fact: string, without: readonly string[]): readonly MovedColumn[] =>
  (COLUMNS_OF_FACT.get(fact) ?? []).filter(({ name }) => !without.includes(name));

const SEALS = 'SELECT s.sequence AS "sequence" FROM seals s WHERE s.sequence > ? ORDER BY s.sequence LIMIT ?';

const ENTRIES = BOOKS.map(({ entries, key }) =>
  query(
    ({ hex, join }) => `SELECT s.sequence AS "sequence", t.${key} AS "loan_id",
        ${columnList(columnsOf('entry', ['sequence', 'loan_id']), hex)}
      FROM seals s ${join} ${entries} t ON t.${key} = s.loan_id AND t.entry_number = s.number ${IN_PAGE}`,
  ),
);

const POSTINGS = BOOKS.map(({ postings, key }: Book) =>
  query(
    ({ join }) => `SELECT s.sequence AS "sequence", p.account_id AS "accountId",
        p.amount_piastres AS "amountPiastres"
      FROM seals s ${join} ${postings} p ON p.${key} = s.loan_id AND p.entry_number = s.number ${IN_PAGE} ORDER BY s.sequence, p.line`,
  ),
);

const AUDIT = query(
  ({ hex, join }) => `SELECT s.sequence AS "sequence", ${columnList(columnsOf('audit', ['sequence']), hex)}
    FROM seals s ${join} audit t ON s.kind = 'audit' AND t.number = s.number ${IN_PAGE}`,
);

interface Sealed {
  readonly sequence: number;
}

/** Entries and audit records in the order of their seals, from where a page ended. */
export async function journalPage(
  connection: SqlConnection,
  from: MovedCursor | null,
  limit: number,
): Promise<MovedPage> {
  const after = (from?.[0] ?? 0) as number;
  const seals = await connection.all<Sealed>(SEALS, after, limit);
  const last = seals.at(-1)?.sequence;
  if (last === undefined) return { facts: [], next: null };
  const sealed = new Map<number, MovedFact>();
  const postings = new Map<number, MovedPosting[]>();
  for (const statement of POSTINGS) {
    for (const row of await connection.all<PostingRow & Sealed>(statement, after, last)) {
      const { account, amountPiastres } = postingOf(row);
      const posting = { account, amount_piastres: amountPiastres };
      const of = postings.get(row.sequence);
      if (of === undefined) postings.set(row.sequence, [posting]);
      else of.push(posting);
    }
  }
  for (const statement of ENTRIES) {
    for (const row of await connection.all<MovedFields & Sealed>(statement, after, last)) {
      const fields = { ...row, postings: postings.get(row.sequence) ?? [] };
      sealed.set(row.sequence, { fact: 'entry', fields });
    }
  }
  for (const row of await connection.all<MovedFields & Sealed>(AUDIT, after, last)) {
    sealed.set(row.sequence, { fact: 'audit', fields: row });
  }
  const facts = seals.flatMap(({ sequence }) => sealed.get(sequence) ?? []);
  return { facts, next: seals.length < limit ? null : [last] };
}
