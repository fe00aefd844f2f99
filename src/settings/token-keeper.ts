import { join } from 'node:path';
import { deleteFromKeychain, getFromKeychain, type KeychainParts, setInKeychain } from './keychain.ts';
import { makePrivateFolder, readPrivateFile, removePrivateFile, writePrivateFile } from './private-file.ts';
import type { TokenStoreKind } from './profile-file.ts';

/** A sign-in: the tokens of one person on one server. */
export interface KeptTokens {
  /** The server they were given for: they are sent nowhere else. */
  readonly server: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly userId: number;
  readonly email: string;
}

/** What a store of tokens answers beside the tokens. */
export type KeeperFault =
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'exposed'; readonly path: string }
  | { readonly kind: 'unusable'; readonly path: string; readonly why: string };

/** Where the tokens of one sign-in are kept. */
export interface TokenKeeper {
  readonly store: TokenStoreKind;
  /** Where that is, for people: never what is kept there. */
  readonly where: string;
  /** Whether it keeps anything: a locked keychain reads like an empty one, so something is written. */
  probe(): Promise<boolean>;
  load(): Promise<KeptTokens | null | KeeperFault>;
  save(tokens: KeptTokens): Promise<KeeperFault | null>;
  forget(): Promise<KeeperFault | null>;
}

export interface KeeperParts {
  readonly keychain: KeychainParts;
  readonly configFolder: string;
  readonly platform: string;
  /** Tells apart what processes write at the same time. */
  unique(): string;
}

/** Tells a fault from tokens. */
export function isKeeperFault(value: KeptTokens | null | KeeperFault): value is KeeperFault {
  return value !== null && 'kind' in value;
}

/** The keeper of the sign-in of a profile. */
export function tokenKeeper(store: TokenStoreKind, profileName: string, parts: KeeperParts): TokenKeeper {
  return store === 'keychain'
    ? keychainKeeper(profileName, parts.keychain)
    : fileKeeper(join(parts.configFolder, 'tokens', `${encodeURIComponent(profileName)}.json`), parts);
}

function keychainKeeper(profileName: string, parts: KeychainParts): TokenKeeper {
  const done = async (asked: Promise<{ kind: string }>): Promise<KeeperFault | null> =>
    (await asked).kind === 'answered' ? null : { kind: 'unavailable' };
  return {
    store: 'keychain',
    where: 'the system keychain',
    async probe() {
      const account = `${profileName} (probe)`;
      const written = await setInKeychain(parts, account, 'probe');
      if (written.kind !== 'answered') return false;
      await deleteFromKeychain(parts, account);
      return true;
    },
    async load() {
      const answer = await getFromKeychain(parts, profileName);
      if (answer.kind === 'unavailable') return answer;
      return answer.value === null ? null : (readTokens(answer.value) ?? null);
    },
    save: (tokens) => done(setInKeychain(parts, profileName, JSON.stringify(tokens))),
    forget: () => done(deleteFromKeychain(parts, profileName)),
  };
}

function fileKeeper(path: string, parts: KeeperParts): TokenKeeper {
  const acting = async (act: () => void): Promise<KeeperFault | null> => {
    try {
      makePrivateFolder(join(path, '..'));
      act();
      return null;
    } catch (error) {
      return { kind: 'unusable', path, why: (error as NodeJS.ErrnoException).code ?? 'unknown' };
    }
  };
  return {
    store: 'file',
    where: `the file ${path}`,
    probe: async () => true,
    async load() {
      const read = readPrivateFile(path, parts.platform);
      if (read.kind === 'missing') return null;
      if (read.kind === 'exposed') return { kind: 'exposed', path };
      if (read.kind === 'unreadable') return { kind: 'unusable', path, why: read.code };
      return readTokens(read.text) ?? { kind: 'unusable', path, why: 'it holds something else' };
    },
    save: (tokens) => acting(() => writePrivateFile(path, `${JSON.stringify(tokens)}\n`, parts.unique())),
    forget: () => acting(() => removePrivateFile(path)),
  };
}

function readTokens(text: string): KeptTokens | undefined {
  try {
    const read = JSON.parse(text) as KeptTokens;
    const texts = [read.server, read.accessToken, read.refreshToken, read.email];
    return texts.every((one) => typeof one === 'string') ? read : undefined;
  } catch {
    return undefined;
  }
}
