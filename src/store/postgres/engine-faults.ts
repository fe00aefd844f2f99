import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SqlConnection } from '../sql/sql-connection.ts';

/** What the schema is made of, a line each, as every version of the server says it. */
const CATALOG = `SELECT line FROM (
  SELECT 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || coalesce(' collate ' || l.collname, '') || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') AS line
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  LEFT JOIN pg_collation l ON l.oid = a.attcollation
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
  UNION ALL
  SELECT 'constraint ' || c.relname || '.' || o.conname || ' ' || pg_get_constraintdef(o.oid)
  FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid
  WHERE o.connamespace = current_schema()::regnamespace AND o.contype IN ('c', 'f', 'p', 'u')
  UNION ALL
  SELECT 'index ' || pg_get_indexdef(i.indexrelid) || CASE WHEN i.indisvalid THEN '' ELSE ' invalid' END
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
  UNION ALL
  SELECT 'trigger ' || pg_get_triggerdef(t.oid) || CASE WHEN t.tgenabled = 'O' THEN '' ELSE ' disabled' END
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal
  UNION ALL
  SELECT 'function ' || p.proname || ' ' || btrim(regexp_replace(p.prosrc, '\\s+', ' ', 'g'))
  FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace
  UNION ALL
  SELECT 'rule ' || pg_get_ruledef(r.oid)
  FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
  UNION ALL
  SELECT 'row security of ' || c.relname
  FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND c.relrowsecurity
) AS made ORDER BY line COLLATE "C"`;

/** The lines of the schema as it is, without the name it goes by in this database. */
export async function catalogOf(connection: SqlConnection): Promise<string[]> {
  const schema = await connection.get<{ name: string }>('SELECT quote_ident(current_schema()) AS name');
  const rows = await connection.all<{ line: string }>(CATALOG);
  return rows.map(({ line }) => line.replaceAll(` ${schema?.name}.`, ' '));
}

/** What the migrations make, as a test keeps it beside them. */
export function expectedCatalog(migrationsDir: string): string[] {
  return readFileSync(join(migrationsDir, 'catalog.txt'), 'utf8').trimEnd().split('\n');
}

/** Columns, checks, keys, indexes, triggers, functions and rules that are not as the migrations make them. */
export async function engineFaults(connection: SqlConnection, migrationsDir: string): Promise<string[]> {
  const expected = new Set(expectedCatalog(migrationsDir));
  const actual = new Set(await catalogOf(connection));
  return [
    ...[...expected].filter((line) => !actual.has(line)).map((line) => `not as it was made: ${line}`),
    ...[...actual].filter((line) => !expected.has(line)).map((line) => `does not belong here: ${line}`),
  ];
}
