import type { Connection } from './connection.ts';

/** Where the rows of a file of repayments go. */
const LARGE_TABLES = ['journal_entries', 'postings', 'payments', 'seals', 'batch_rows'];

interface Trigger {
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string;
}

/**
 * Takes the triggers away by which the largest tables refuse a row that would replace another, within the transaction
 * that is open, and answers what puts them back for its commit; a rollback does so too. They look for each key before
 * the engine looks for it itself, which is an eighth of the time of an import. Nothing is weaker meanwhile: a plain
 * INSERT replaces nothing, and with `recursive_triggers` a row that is replaced counts as one that is deleted, which
 * these tables refuse as well.
 */
export function liftReplaceGuards({ db }: Connection): () => void {
  db.pragma('recursive_triggers = ON');
  if (db.pragma('recursive_triggers', { simple: true }) !== 1) return () => {};
  const guards = db
    .prepare(
      "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'trigger' AND name = tbl_name || '_no_replace'",
    )
    .all() as Trigger[];
  const lifted = guards.filter(({ tbl_name }) => LARGE_TABLES.includes(tbl_name));
  for (const { name } of lifted) db.exec(`DROP TRIGGER ${name}`);
  return () => {
    for (const { sql } of lifted) db.exec(sql);
  };
}
