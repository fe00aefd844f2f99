import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../source-files.ts';

export const MIGRATIONS = join(ROOT, 'migrations', 'sqlite');
const CACHE = join(ROOT, '.bench');

/** A large ledger that is made once and read by many runs. */
export interface LedgerRecipe {
  /** Such as `payments`: begins the name of its folder. */
  readonly name: string;
  /** What is in it, for the line that says it is being made. */
  readonly holds: string;
  /** Files its rows depend on beside the schema, from the root of the checkout. */
  readonly sources: readonly string[];
  /** Makes the ledger file. */
  make(path: string): Promise<void>;
}

/**
 * The home folder (for `LOANDESK_HOME`) of a ledger in `.bench/`, made now unless one of the same recipe is there;
 * those of older recipes are removed. `say` is told what takes time.
 */
export async function cachedLedger(recipe: LedgerRecipe, say: (line: string) => void): Promise<string> {
  const name = `${recipe.name}-${recipeHash(recipe)}`;
  const home = join(CACHE, name);
  const made = join(home, 'complete');
  if (existsSync(made)) return home;
  removeOthers(recipe.name);
  mkdirSync(home, { recursive: true });
  say(`making a ledger with ${recipe.holds} in .bench/${name} (once)`);
  const startMs = performance.now();
  await recipe.make(join(home, 'ledger.db'));
  writeFileSync(made, '');
  say(`made in ${Math.round((performance.now() - startMs) / 1000)} s`);
  return home;
}

function recipeHash({ sources }: LedgerRecipe): string {
  const migrations = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
  const files = [
    ...migrations.sort().map((name) => join(MIGRATIONS, name)),
    ...sources.map((path) => join(ROOT, path)),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/** Removes ledgers of other recipes of the name and what an interrupted run left. */
function removeOthers(name: string): void {
  if (!existsSync(CACHE)) return;
  for (const entry of readdirSync(CACHE)) {
    if (entry.startsWith(`${name}-`)) rmSync(join(CACHE, entry), { recursive: true });
  }
}
