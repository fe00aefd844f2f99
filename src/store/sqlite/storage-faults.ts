import type { Connection } from './connection.ts';
import { engineFaults } from './engine-faults.ts';
import { keptFormsFaults } from './kept-forms-faults.ts';
import { keptSumsFaults } from './kept-sums-faults.ts';
import { originFaults } from './origin-faults.ts';

/** All that is checked of the storage itself and of what is kept beside the rows it is made from. */
export function storageFaults(connection: Connection, migrationsDir: string): string[] {
  return [
    ...engineFaults(connection, migrationsDir),
    ...originFaults(connection, migrationsDir),
    ...keptFormsFaults(connection),
    ...keptSumsFaults(connection),
  ];
}
