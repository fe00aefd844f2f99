import { copyFileSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Copies a ledger and edits the copy with its triggers out of the way, as one with the sqlite3 shell would. */
export function editCopy(sound: string, path: string, edit: (db: Database.Database) => void): void {
  copyFileSync(sound, path);
  const db = new Database(path);
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  db.pragma('foreign_keys = OFF');
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  edit(db);
  for (const { sql } of triggers) db.exec(sql);
  db.close();
}
