import { sql } from 'drizzle-orm';
import { bigint, customType } from 'drizzle-orm/pg-core';

/** Text that compares and sorts by its bytes, as it does in SQLite, whatever the database was made with. */
export const text = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A whole number no greater than 2^53. */
export const whole = (name: string) => bigint(name, { mode: 'number' });

/**
 * The order of entry: microseconds of the server's clock, neither unique nor without gaps. A counter would be one row
 * or one page all writers wait for.
 */
export const seq = () =>
  whole('seq').notNull().default(sql`(extract(epoch FROM clock_timestamp()) * 1000000)::bigint`);
