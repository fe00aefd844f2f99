import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { nowMs, randomBytes } from './clock-and-chance.ts';
import type { LedgerMachine, LocalPlace, Opening } from './compose-ledger.ts';
import { type DatabaseConnection, databaseConnection } from './settings/database-connection.ts';
import { isSettingsFault } from './settings/settings-fault.ts';
import { fileProblem } from './shell/file-problem.ts';
import { ProblemThrown } from './shell/thrown.ts';
import { usageProblem } from './shell/usage-problem.ts';
import type { Store } from './store/port.ts';
import { openPostgresStore, type ServerAddress } from './store/postgres/open-store.ts';

/** Connections at most: a command does one thing at a time, a service many. */
const CONNECTIONS = { ofCommand: 2, ofService: 16 };

type DatabasePlace = Omit<Extract<LocalPlace, { kind: 'database' }>, 'because'>;

/** Opens a ledger kept in PostgreSQL. Throws ProblemThrown for an address that cannot be used, StoreError else. */
export async function openDatabase(
  place: DatabasePlace,
  opening: Opening,
  machine: LedgerMachine,
): Promise<Store> {
  const { mayFound = false, mayMigrate = false, readOnly = false, forMany = false, waitMs } = opening;
  return openPostgresStore({
    server: serverOf(place, machine),
    place: place.shown,
    migrationsDir: join(machine.migrations, 'postgres'),
    createIfMissing: mayFound,
    migrates: mayMigrate,
    readOnly,
    now: nowMs,
    randomBytes,
    poolSize: forMany ? CONNECTIONS.ofService : CONNECTIONS.ofCommand,
    ...(waitMs === undefined ? {} : { waitMs }),
  });
}

/** How the server of a place is reached. Throws ProblemThrown for an address that cannot be used. */
export function serverOf(
  place: Pick<DatabasePlace, 'address'>,
  machine: Pick<LedgerMachine, 'environment' | 'osUser'>,
): ServerAddress {
  const found = databaseConnection(place.address, machine, () => machine.osUser());
  if (isSettingsFault(found)) throw new ProblemThrown(usageProblem(found.message, found.hint));
  const { host, port, database, user, password, options } = found;
  return { host, port, database, user, password, options, ssl: secured(found) };
}

/** As libpq understands `sslmode`: `require` proves nothing of the server unless there is a root certificate. */
function secured(connection: DatabaseConnection): ConnectionOptions | false {
  const { sslMode, rootCertFile, isRootNamed, certFile, keyFile } = connection;
  if (sslMode === 'disable') return false;
  const hasRoot = rootCertFile !== undefined && (isRootNamed || existsSync(rootCertFile));
  return {
    ...(hasRoot ? { ca: readPem(rootCertFile) } : {}),
    ...(certFile === undefined ? {} : { cert: readPem(certFile) }),
    ...(keyFile === undefined ? {} : { key: readPem(keyFile) }),
    rejectUnauthorized: sslMode !== 'require' || hasRoot,
    ...(sslMode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
}

function readPem(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const problem = fileProblem(error, path, 'read');
    throw problem === null ? error : new ProblemThrown(problem);
  }
}
