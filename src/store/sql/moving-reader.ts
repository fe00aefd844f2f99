import { JOURNAL_GROUP, MOVED_GROUPS, MOVED_TABLES, type MovedGroup } from '../moved-groups.ts';
import type { MovedBalance, MovedFields, MovedPage, MovedValue, MovingReader } from '../moving-port.ts';
import { ACCOUNT_NAMES } from './account-ids.ts';
import { BOOKS } from './books.ts';
import { type Query, query } from './dialect.ts';
import { columnList } from './moved-columns.ts';
import { journalPage } from './moving-journal.ts';
import { isOwned, type OwnedTable, ownedPage, ownedTable } from './moving-owned.ts';
import type { SqlConnection } from './sql-connection.ts';

/** Enough to spare statements, few enough for the memory. */
const FACTS_A_PAGE = 1000;
/** Of tables kept in the order of insertion, which not every store finds by an index. */
const ORDERED_A_PAGE = 10_000;
const ACCOUNTS = ACCOUNT_NAMES.length;
/** So many there were in exports of the first version; of those that came since a sum of 0 is not told. */
const FIRST_ACCOUNTS = 8;

/** How a table is read page by page, in the order of its key. */
interface PagedTable {
  readonly group: MovedGroup;
  readonly limit: number;
  readonly first: Query;
  readonly later: Query;
}

/** Reads a whole ledger, fact by fact. `allSealed` is asked before anything is counted. */
export function movingReader(
  connection: SqlConnection,
  allSealed: () => Promise<void> = async () => {},
): MovingReader['moving'] {
  return {
    counts: async () => {
      await allSealed();
      const counted = (await connection.get<Record<string, number>>(COUNTS)) as Record<string, number>;
      return Object.fromEntries(COUNTED.map(([fact]) => [fact, counted[fact] ?? 0]));
    },
    page: async (group, from) => {
      if (group === JOURNAL_GROUP) return journalPage(connection, from, FACTS_A_PAGE);
      const owned = OWNED.get(group);
      if (owned !== undefined) return ownedPage(connection, owned, from);
      const paged = PAGED.get(group);
      if (paged === undefined) throw new Error(`no such group of facts: ${group}`);
      return tablePage(connection, paged, from);
    },
    visitBalances: async (visit) => {
      for (const { key, postings } of BOOKS) {
        await connection.visit<Record<string, string>>(balancesOf(key, postings), [], (row) =>
          visit(balanceOf(row)),
        );
      }
    },
  };
}

async function tablePage(
  connection: SqlConnection,
  { group, limit, first, later }: PagedTable,
  from: readonly unknown[] | null,
): Promise<MovedPage> {
  const rows = await connection.all<Record<string, MovedValue>>(
    from === null ? first : later,
    ...(from ?? []),
  );
  const last = rows.at(-1);
  const next = last === undefined || rows.length < limit ? null : group.key.map((name) => last[name]);
  return { facts: rows.map((row) => ({ fact: group.fact, fields: withoutOrder(row) })), next };
}

/** The order of insertion is in the order of the facts. */
function withoutOrder(row: Record<string, MovedValue>): MovedFields {
  if (!('seq' in row)) return row;
  const { seq: _, ...fields } = row;
  return fields;
}

function pagedTable(group: MovedGroup): PagedTable {
  const limit = group.key[0] === 'seq' ? ORDERED_A_PAGE : FACTS_A_PAGE;
  const key = group.key.map((name) => `t."${name}"`).join(', ');
  const after = `(${key}) > (${group.key.map(() => '?').join(', ')})`;
  const page = (where: string) =>
    query(
      ({ hex }) => `SELECT ${columnList(group.columns, hex)} FROM ${group.table} t ${where}
        ORDER BY ${key} LIMIT ${limit}`,
    );
  return { group, limit, first: page(''), later: page(`WHERE ${after}`) };
}

const OWNED: ReadonlyMap<string, OwnedTable> = new Map(
  MOVED_TABLES.filter(isOwned).map((group) => [group.fact, ownedTable(group, FACTS_A_PAGE)] as const),
);

const PAGED: ReadonlyMap<string, PagedTable> = new Map(
  MOVED_TABLES.filter((group) => !isOwned(group)).map((group) => [group.fact, pagedTable(group)] as const),
);

/** Where the facts of each kind are counted. */
const COUNTED = MOVED_GROUPS.flatMap((group): readonly (readonly [fact: string, from: string])[] => {
  if (group !== JOURNAL_GROUP) {
    return MOVED_TABLES.filter(({ fact }) => fact === group).map(({ fact, table }) => [fact, table]);
  }
  const entries = BOOKS.map((book) => `SELECT 1 AS one FROM ${book.entries}`).join(' UNION ALL ');
  return [
    ['entry', `(${entries}) e`],
    ['audit', 'audit'],
  ];
});

const COUNTS = `SELECT ${COUNTED.map(([fact, from]) => `(SELECT count(*) FROM ${from}) AS "${fact}"`).join(', ')}`;

function balancesOf(key: string, postings: string): string {
  const sums = Array.from({ length: ACCOUNTS }, (_, index) => {
    const sum = `sum(CASE WHEN p.account_id = ${index + 1} THEN p.amount_piastres ELSE 0 END)`;
    return `CAST(${sum} AS text) AS "${index + 1}"`;
  });
  return `SELECT p.${key} AS "id", ${sums.join(', ')} FROM ${postings} p GROUP BY p.${key} ORDER BY p.${key}`;
}

function balanceOf({ id, ...sums }: Record<string, string>): MovedBalance {
  const told = Object.values(sums);
  while (told.length > FIRST_ACCOUNTS && told.at(-1) === '0') told.pop();
  return { id: id as string, sums: told };
}
