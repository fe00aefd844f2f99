import { copyFileSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Copies a ledger and edits the copy with its triggers out of the way, as one with the sqlite3 shell would. */
export async function editCopy(
  sound: string,
  path: string,
  edit: (db: Database.Database) => unknown,
  keepsTriggers = false,
): Promise<void> {
  copyFileSync(sound, path);
  const db = new Database(path);
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  const away = keepsTriggers ? [] : triggers;
  db.pragma('foreign_keys = OFF');
  for (const { name } of away) db.exec(`DROP TRIGGER ${name}`);
  await edit(db);
  for (const { sql } of away) db.exec(sql);
  db.close();
}
