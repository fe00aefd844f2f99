import { BOOKS, type Book, HELD_BOOK } from './books.ts';
import type { SqlConnection } from './sql-connection.ts';

interface Orphan {
  readonly where: string;
  readonly message: string;
}

const ORPHANS = [
  ...BOOKS.flatMap(orphansOf),
  `SELECT 'payment ' || p.payment_id AS "where", 'its loan does not exist' AS message
   FROM payments p LEFT JOIN loans l ON l.loan_id = p.loan_id WHERE l.loan_id IS NULL`,
];

/** Rows whose owner is gone, and postings that are not told apart as they must be. */
export async function orphans(connection: SqlConnection): Promise<Orphan[]> {
  const found: Orphan[] = [];
  for (const statement of ORPHANS) found.push(...(await connection.all<Orphan>(statement)));
  return found;
}

function orphansOf(book: Book): string[] {
  const { entries, postings, key } = book;
  const [owners, owner] = book === HELD_BOOK ? ['held_rows', 'held row'] : ['loans', 'loan'];
  return [
    `SELECT 'entry ' || e.${key} || '/' || e.entry_number AS "where", 'its ${owner} does not exist' AS message
     FROM ${entries} e LEFT JOIN ${owners} o ON o.${key} = e.${key} WHERE o.${key} IS NULL`,
    `SELECT 'posting ' || p.${key} || '/' || p.entry_number || '.' || p.line AS "where",
       'its entry does not exist' AS message
     FROM ${postings} p LEFT JOIN ${entries} e ON e.${key} = p.${key} AND e.entry_number = p.entry_number
     WHERE e.${key} IS NULL`,
    // Which posting comes first is in the hash of the entry; by which numbers they are told apart is not.
    `SELECT 'entry ' || ${key} || '/' || entry_number AS "where",
       'its postings are not numbered 1 to ' || count(*) AS message
     FROM ${postings} GROUP BY ${key}, entry_number HAVING min(line) <> 1 OR max(line) <> count(*)`,
  ];
}
