import type { WriteTx } from '../port.ts';
import type { CopyingConnection } from './copied-rows.ts';
import { merchantWriter } from './merchant-writer.ts';
import { userWriter } from './user-writer.ts';

type Writers = WriteTx['upsert'] & Omit<WriteTx['update'], 'applicationStatus'>;

/** Writers of merchants, users and what they have, for one unit: only imports need them. */
export function dataWriters(connection: CopyingConnection): Writers {
  const merchants = merchantWriter(connection);
  const users = userWriter(connection);
  return { ...merchants.upsert, ...users.upsert, ...merchants.update, ...users.update };
}
