import { existsSync, readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { nowMs, randomBytes } from './clock-and-chance.ts';
import type { LedgerMachine, LocalPlace, Opening } from './compose-ledger.ts';
import { type DatabaseConnection, databaseConnection } from './settings/database-connection.ts';
import { passwordIn } from './settings/password-file.ts';
import { readPrivateFile } from './settings/private-file.ts';
import { isSettingsFault } from './settings/settings-fault.ts';
import { fileProblem } from './shell/file-problem.ts';
import { ProblemThrown } from './shell/thrown.ts';
import { usageProblem } from './shell/usage-problem.ts';
import type { Store } from './store/port.ts';
import { openPostgresStore, type ServerAddress } from './store/postgres/open-store.ts';
import { StoreError } from './store/store-error.ts';

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
  place: Pick<DatabasePlace, 'address' | 'shown'>,
  machine: Pick<LedgerMachine, 'environment' | 'osUser'>,
): ServerAddress {
  const found = databaseConnection(place.address, machine, () => machine.osUser());
  if (isSettingsFault(found)) throw new ProblemThrown(usageProblem(found.message, found.hint));
  const { host, port, database, user, options } = found;
  const password = found.password ?? (() => keptPassword(found, place.shown));
  return { host, port, database, user, password, options, ssl: secured(found, place.shown) };
}

/** The password in the file of passwords, asked for when the server asks. Throws StoreError when there is none. */
function keptPassword(connection: DatabaseConnection, place: string): string {
  const { passwordFile: file } = connection;
  const kept = file === undefined ? null : readPrivateFile(file, platform());
  const refused = (message: string, hint: string) => new StoreError('ledger_unreadable', message, { hint });
  if (kept?.kind === 'exposed') {
    throw refused(
      `Others may read ${file}, so the password for the ledger ${place} is not taken from it.`,
      `close it to others: chmod 600 ${file}`,
    );
  }
  if (kept?.kind === 'unreadable') {
    throw refused(`The password for the ledger ${place} cannot be read: ${kept.code}.`, `see to ${file}`);
  }
  const password = kept?.kind === 'text' ? passwordIn(kept.text, connection) : null;
  if (password !== null) return password;
  throw refused(
    `The server of the ledger ${place} asks for a password, and there is none for it.`,
    `keep it as host:port:database:user:password in ${file ?? '~/.pgpass'}, or give PGPASSWORD`,
  );
}

/** As libpq understands `sslmode`: `require` proves nothing of the server unless there is a root certificate. */
function secured(connection: DatabaseConnection, place: string): ConnectionOptions | false {
  const { sslMode, rootCertFile, isRootNamed, certFile, keyFile } = connection;
  if (sslMode === 'disable') return false;
  const hasRoot = rootCertFile !== undefined && (isRootNamed || existsSync(rootCertFile));
  if (sslMode === 'verify-ca' && !hasRoot) {
    throw new ProblemThrown(
      usageProblem(
        `sslmode=verify-ca for the ledger ${place} needs an authority of your own: any other vouches for every server.`,
        'Give its certificate with sslrootcert, or use sslmode=verify-full.',
      ),
    );
  }
  return {
    ...(hasRoot ? { ca: readText(rootCertFile) } : {}),
    ...(certFile === undefined ? {} : { cert: readText(certFile) }),
    ...(keyFile === undefined ? {} : { key: readText(keyFile) }),
    rejectUnauthorized: sslMode !== 'require' || hasRoot,
    ...(sslMode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const problem = fileProblem(error, path, 'read');
    throw problem === null ? error : new ProblemThrown(problem);
  }
}
