import type { MovedGroup } from '../moved-groups.ts';
import type { MovedCursor, MovedFact, MovedPage, MovedValue } from '../moving-port.ts';
import { type Query, query } from './dialect.ts';
import { columnList } from './moved-columns.ts';
import type { SqlConnection } from './sql-connection.ts';

/** Whose rows a table holds, found one after the other by their ids. */
interface OwnerKind {
  /** The column its rows carry. */
  readonly key: string;
  /** Ids of an owner, in the order owners come in. */
  readonly ids: readonly string[];
  readonly from: string;
  readonly idColumns: readonly string[];
}

const MERCHANTS: OwnerKind = {
  key: 'merchant_key',
  ids: ['merchant_id'],
  from: 'merchants m',
  idColumns: ['m.merchant_id'],
};
const STORES: OwnerKind = {
  key: 'store_key',
  ids: ['merchant_id', 'store_id'],
  from: 'merchants m JOIN stores s ON s.merchant_key = m.merchant_key',
  idColumns: ['m.merchant_id', 's.store_id'],
};
const USERS: OwnerKind = { key: 'user_key', ids: ['user_id'], from: 'users u', idColumns: ['u.user_id'] };

/** Facts kept under the short key of their owner. */
const OWNERS: Readonly<Record<string, OwnerKind>> = {
  store: MERCHANTS,
  order: STORES,
  user_transaction: USERS,
  user_flag: USERS,
};

/** Whether the rows of a group are kept under the short key of an owner. */
export function isOwned({ fact }: MovedGroup): boolean {
  return fact in OWNERS;
}

/** How the rows of owners are read, owner by owner. */
export interface OwnedTable {
  readonly fact: string;
  readonly limit: number;
  readonly owner: OwnerKind;
  /** The column that tells the rows of an owner apart. */
  readonly child: string;
  readonly firstOwner: string;
  readonly nextOwner: string;
  readonly firstRows: Query;
  readonly laterRows: Query;
}

/** The statements of a group kept under owners. */
export function ownedTable(group: MovedGroup, limit: number): OwnedTable {
  const owner = OWNERS[group.fact] as OwnerKind;
  const child = group.key.at(-1) as string;
  const own = group.columns.filter(({ name }) => !owner.ids.includes(name));
  const rows = (more: string) =>
    query(
      ({ hex, bound }) => `SELECT ${columnList(own, hex)} FROM ${group.table} t
        WHERE t.${owner.key} = ${bound}${more} ORDER BY t.${child} LIMIT ${limit}`,
    );
  return {
    fact: group.fact,
    limit,
    owner,
    child,
    firstOwner: ownerSql(owner, ''),
    nextOwner: ownerSql(owner, `WHERE ${afterIds(owner)}`),
    firstRows: rows(''),
    laterRows: rows(` AND t.${child} > ?`),
  };
}

function ownerSql({ key, ids, from, idColumns }: OwnerKind, where: string): string {
  const alias = idColumns.at(-1)?.slice(0, 1);
  const selected = ids.map((id, index) => `${idColumns[index]} AS "${id}"`).join(', ');
  return `SELECT ${alias}.${key} AS "key", ${selected} FROM ${from} ${where} ORDER BY ${idColumns.join(', ')} LIMIT 1`;
}

/** Written so that an index on the first id is used where the second is another table's. */
function afterIds({ idColumns: [first, second] }: OwnerKind): string {
  return second === undefined ? `${first} > ?` : `${first} >= ? AND (${first} > ? OR ${second} > ?)`;
}

type Owner = Readonly<Record<string, string>> & { readonly key: unknown };

/** The next rows of owners from where a page ended: at a row of an owner, or (null) at the end of one. */
export async function ownedPage(
  connection: SqlConnection,
  table: OwnedTable,
  from: MovedCursor | null,
): Promise<MovedPage> {
  const { fact, child, limit, owner: kind } = table;
  let [owner, after] = (from ?? [null, null]) as [Owner | null, MovedValue];
  const facts: MovedFact[] = [];
  while (facts.length < limit) {
    if (after === null) owner = await ownerAfter(connection, table, owner);
    if (owner === null) return { facts, next: null };
    const rows: Record<string, MovedValue>[] =
      after === null
        ? await connection.all(table.firstRows, owner.key)
        : await connection.all(table.laterRows, owner.key, after);
    const ids = Object.fromEntries(kind.ids.map((id) => [id, (owner as Owner)[id] as string]));
    for (const row of rows) facts.push({ fact, fields: { ...ids, ...row } });
    after = rows.length < limit ? null : (rows.at(-1)?.[child] ?? null);
  }
  return { facts, next: [owner, after] };
}

async function ownerAfter(
  connection: SqlConnection,
  { firstOwner, nextOwner, owner: { ids } }: OwnedTable,
  last: Owner | null,
): Promise<Owner | null> {
  if (last === null) return (await connection.get<Owner>(firstOwner)) ?? null;
  const [first, second] = ids.map((id) => last[id]);
  const bound = second === undefined ? [first] : [first, first, second];
  return (await connection.get<Owner>(nextOwner, ...bound)) ?? null;
}
