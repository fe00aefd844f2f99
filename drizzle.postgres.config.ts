import { defineConfig } from 'drizzle-kit';

/**
 * `npx drizzle-kit generate --config drizzle.postgres.config.ts` writes the next file of migrations/postgres from the
 * schema. Finish it by hand: the append-only triggers and the functions are not in what it writes.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/store/postgres/schema/*.ts',
  out: './migrations/postgres',
});
