import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isDatabaseAddress } from './database-address.ts';
import { type SettingsFault, settingsFault } from './settings-fault.ts';

export const TOKEN_STORE_KINDS = ['keychain', 'file'] as const;
export type TokenStoreKind = (typeof TOKEN_STORE_KINDS)[number];

/** A backend and an officer id under a name. */
export interface Profile {
  /** Absolute path of a ledger file, or address of a database. */
  readonly ledger: string | null;
  readonly server: string | null;
  readonly officer: string | null;
  /** Certificate authority to trust for the server: an absolute path. */
  readonly caFile: string | null;
  /** Where tokens of the server are kept, once somebody has signed in. */
  readonly tokenStore: TokenStoreKind | null;
  /** Addresses of a server of another make that the interface leaves open, by name. */
  readonly addresses: Readonly<Record<string, string>>;
}

export interface ProfileFile {
  /** Name of the profile in use when none is named. */
  readonly current: string | null;
  readonly profiles: ReadonlyMap<string, Profile>;
}

const NO_PROFILES: ProfileFile = { current: null, profiles: new Map() };

/**
 * Reads `profiles.json`: `{"current": "branch", "profiles": {"branch": {"ledger": "…", "officer": "…"}}}`.
 * A missing file is no profiles; anything else that is wrong is a fault naming the file.
 */
export function readProfileFile(path: string): ProfileFile | SettingsFault {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return NO_PROFILES;
    return settingsFault(`The profile file ${path} cannot be read (${code}).`, 'Check its permissions.');
  }
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return malformed(path, 'it is not JSON');
  }
  if (!isObject(document)) return malformed(path, 'it is not an object');
  const { current = null, profiles = {} } = document;
  if (current !== null && typeof current !== 'string') return malformed(path, '"current" is not a name');
  if (!isObject(profiles)) return malformed(path, '"profiles" is not an object');
  const found = new Map<string, Profile>();
  for (const [name, entry] of Object.entries(profiles)) {
    const profile = readProfile(entry, dirname(path));
    if (profile === null) return malformed(path, `profile "${name}" is not usable`);
    found.set(name, profile);
  }
  return { current, profiles: found };
}

function readProfile(entry: unknown, folder: string): Profile | null {
  if (!isObject(entry)) return null;
  const { ledger = null, server = null, officer = null, caFile = null, addresses = {} } = entry;
  if (!isTextOrNull(ledger) || !isTextOrNull(server) || !isTextOrNull(officer)) return null;
  if (ledger !== null && server !== null) return null;
  if (!isTextOrNull(caFile) || !isTexts(addresses)) return null;
  const tokenStore = entry.tokenStore ?? null;
  if (tokenStore !== null && !TOKEN_STORE_KINDS.some((kind) => kind === tokenStore)) return null;
  return {
    ledger: ledger === null || isDatabaseAddress(ledger) ? ledger : resolve(folder, ledger),
    server,
    officer,
    caFile: caFile === null ? null : resolve(folder, caFile),
    tokenStore: tokenStore as TokenStoreKind | null,
    addresses,
  };
}

function isTexts(value: unknown): value is Record<string, string> {
  return isObject(value) && Object.values(value).every((one) => typeof one === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && value !== '');
}

function malformed(path: string, why: string): SettingsFault {
  return settingsFault(`The profile file ${path} is not usable: ${why}.`, 'Correct or remove the file.');
}
