import type { DataWriters } from '../sql/data-writers.ts';
import type { CopyingConnection } from './copied-rows.ts';
import { merchantWriter } from './merchant-writer.ts';
import { userWriter } from './user-writer.ts';

/** Writers of merchants, users and what they have, for one unit: only imports need them. */
export function dataWriters(connection: CopyingConnection): DataWriters {
  const merchants = merchantWriter(connection);
  const users = userWriter(connection);
  return { ...merchants.upsert, ...users.upsert, ...merchants.update, ...users.update };
}
