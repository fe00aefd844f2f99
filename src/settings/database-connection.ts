import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './folders.ts';
import { serviceIn } from './service-file.ts';
import { isSettingsFault, type SettingsFault, settingsFault } from './settings-fault.ts';

const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

/** Parameters of an address that mean something here, with the variables of PostgreSQL that stand in for them. */
const PARAMETERS = {
  host: 'PGHOST',
  port: 'PGPORT',
  user: 'PGUSER',
  password: 'PGPASSWORD',
  passfile: 'PGPASSFILE',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  options: 'PGOPTIONS',
  service: 'PGSERVICE',
} as const;

/** How a database is reached. */
export interface DatabaseConnection {
  /** A name, an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** undefined: looked for in the file, and often not needed. */
  readonly password: string | undefined;
  /** Path of a file of passwords, which need not be there. */
  readonly passwordFile: string | undefined;
  readonly sslMode: SslMode;
  /** Paths of PEM files. The first proves the server; undefined: what this machine trusts does. */
  readonly rootCertFile: string | undefined;
  /** Whether that file was named, and must be there. */
  readonly isRootNamed: boolean;
  readonly certFile: string | undefined;
  readonly keyFile: string | undefined;
  /** Settings for the session, as `PGOPTIONS` has them. */
  readonly options: string | undefined;
}

/**
 * Reads an address `postgres://user@host:port/database?sslmode=verify-full`. What it does not say comes from the service
 * it names, in a file of services, then from the variables of PostgreSQL (PGHOST, PGUSER, PGPASSWORD, PGSSLMODE …).
 */
export function databaseConnection(
  address: string,
  { environment }: Pick<Machine, 'environment'>,
  osUser: () => string,
): DatabaseConnection | SettingsFault {
  const said = partsOf(address);
  if (said === null) return settingsFault('The address of the database cannot be read.', HOW_IT_IS_WRITTEN);
  const unknown = unknownIn(said);
  if (unknown !== undefined) return meansNothing('The address of the database', unknown);
  const service = said.service || environment.PGSERVICE;
  const ofService = service ? readService(service, environment) : {};
  if (isSettingsFault(ofService)) return ofService;
  const value = (name: keyof typeof PARAMETERS) =>
    said[name] || ofService[name] || environment[PARAMETERS[name]] || undefined;
  const port = Number(value('port') ?? 5432);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    return settingsFault(`The port of the database cannot be "${value('port')}".`, HOW_IT_IS_WRITTEN);
  }
  const mode = value('sslmode') ?? 'disable';
  const sslMode = SSL_MODES.find((known) => known === mode);
  if (sslMode === undefined) {
    return settingsFault(`sslmode cannot be "${mode}".`, `Use one of: ${SSL_MODES.join(', ')}.`);
  }
  const user = value('user') ?? osUser();
  const host = value('host') ?? 'localhost';
  const root = value('sslrootcert');
  return {
    host,
    port,
    database: said.database || ofService.database || environment.PGDATABASE || user,
    user,
    password: value('password'),
    passwordFile: value('passfile') ?? underHome(environment, '.pgpass'),
    // A socket of this machine has no TLS, whatever is said for other servers.
    sslMode: host.startsWith('/') ? 'disable' : sslMode,
    rootCertFile: root === 'system' ? undefined : (root ?? underHome(environment, '.postgresql', 'root.crt')),
    isRootNamed: root !== undefined && root !== 'system',
    certFile: value('sslcert'),
    keyFile: value('sslkey'),
    options: value('options'),
  };
}

const HOW_IT_IS_WRITTEN = 'It is written postgres://user@host:port/database.';

/** The parts of an address by the names of the parameters; null when it is none. */
function partsOf(address: string): Readonly<Record<string, string>> | null {
  const found = /^postgres(?:ql)?:\/\/(?:([^/?#@]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i.exec(
    address,
  );
  if (found === null) return null;
  const [, login = '', place = '', database = '', query = ''] = found;
  const [, user = '', password = ''] = /^([^:]*):?(.*)$/.exec(login) ?? [];
  const [, host = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(place) ?? [];
  if (place !== '' && host === '' && port === '') return null;
  try {
    return {
      ...Object.fromEntries(new URLSearchParams(query)),
      ...filled({ host: host.replace(/^\[|\]$/g, ''), port, user, password }),
      database: decodeURIComponent(database),
    };
  } catch {
    return null;
  }
}

function filled(parts: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(parts).filter(([, text]) => text !== '');
  return Object.fromEntries(entries.map(([name, text]) => [name, decodeURIComponent(text)]));
}

function underHome(environment: Machine['environment'], ...names: string[]): string | undefined {
  return environment.HOME ? join(environment.HOME, ...names) : undefined;
}

/** What a service is said to be, in the files PostgreSQL itself reads. */
function readService(
  service: string,
  environment: Machine['environment'],
): Readonly<Record<string, string>> | SettingsFault {
  const files = [
    environment.PGSERVICEFILE || underHome(environment, '.pg_service.conf'),
    join(environment.PGSYSCONFDIR || '/etc/postgresql-common', 'pg_service.conf'),
  ].filter((path) => path !== undefined);
  for (const file of files) {
    const text = textOf(file);
    const found = text === null ? null : serviceIn(text, service);
    if (found === null) continue;
    const { dbname = '', ...more } = found;
    const unknown = unknownIn(more);
    return unknown === undefined
      ? { ...more, database: dbname }
      : meansNothing(`The service "${service}" in ${file}`, unknown);
  }
  return settingsFault(
    `There is no service "${service}" for a database.`,
    `It is a heading [${service}] in ${files.join(' or ')}.`,
  );
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function unknownIn(said: Readonly<Record<string, string>>): string | undefined {
  return Object.keys(said).find((name) => name !== 'database' && !(name in PARAMETERS));
}

function meansNothing(what: string, parameter: string): SettingsFault {
  return settingsFault(
    `${what} has a parameter "${parameter}", which means nothing here.`,
    `Parameters are: ${Object.keys(PARAMETERS).join(', ')}.`,
  );
}
