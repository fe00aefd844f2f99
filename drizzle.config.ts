import { defineConfig } from 'drizzle-kit';

/**
 * `npx drizzle-kit generate` writes the next file of migrations/sqlite from the schema. Finish it by hand: STRICT,
 * WITHOUT ROWID and the append-only triggers are not in what it writes, and a rebuilt table loses its triggers.
 */
export default defineConfig({
  dialect: 'sqlite',
  schema: './src/store/sqlite/schema/*.ts',
  out: './migrations/sqlite',
});
