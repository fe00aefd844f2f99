import { readdirSync } from 'node:fs';

/** One file of a folder of migrations; version n is the n-th file. */
export interface Migration {
  readonly version: number;
  readonly name: string;
}

/** The migrations of a folder in order. Throws when a number is missing, which is a fault of the package. */
export function listMigrations(folder: string): readonly Migration[] {
  const names = readdirSync(folder)
    .filter((name) => /^\d{4}_\w+\.sql$/.test(name))
    .sort();
  return names.map((name, index) => {
    if (Number(name.slice(0, 4)) !== index) throw new Error(`migration ${name} is out of order`);
    return { version: index + 1, name };
  });
}
