import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXCHANGE_LIMITS, openExchange } from './client/http-exchange.ts';
import { KeyedWrites } from './client/keyed-writes.ts';
import { type Addresses, readAddresses } from './client/open-addresses.ts';
import { PendingFolder } from './client/pending-folder.ts';
import { remoteBackend } from './client/remote-backend.ts';
import { readServerAddress, type ServerAddress } from './client/server-address.ts';
import { SignIn, type TokenStore, type Tokens } from './client/sign-in.ts';
import { SignedCalls } from './client/signed-calls.ts';
import type { Backend } from './contract/backend.ts';
import type { Problem } from './contract/problem.ts';
import { type LockParts, tryLock, waitForLock } from './settings/file-lock.ts';
import type { Environment, Folders } from './settings/folders.ts';
import {
  makePrivateFolder,
  readPrivateFile,
  removePrivateFile,
  writePrivateFile,
} from './settings/private-file.ts';
import type { TokenStoreKind } from './settings/profile-file.ts';
import type { RemoteSettings } from './settings/remote-settings.ts';
import { isKeeperFault, type KeeperFault, type TokenKeeper, tokenKeeper } from './settings/token-keeper.ts';
import { fileProblem } from './shell/file-problem.ts';
import type { CallSetup } from './shell/surroundings.ts';
import { ProblemThrown } from './shell/thrown.ts';

/** What speaking with a server needs of the process. */
export interface RemoteWorld {
  /** The Node that runs this program. */
  readonly nodePath: string;
  readonly processId: number;
  isRunning(processId: number): boolean;
  readonly platform: string;
  readonly environment: Environment;
}

/** What it needs of `compose.ts`. */
export interface RemoteSources {
  readonly world: RemoteWorld;
  nowMs(): number;
  randomBytes(size: number): Uint8Array;
}

/** As seen from a part of the bundle, and from the sources. */
const KEYCHAIN_CHILD = ['../keychain-child.js', './settings/keychain-child.ts'] as const;
/** A refresh takes one request; whoever waits longer for it goes on alone. */
const REFRESH_WAIT_MS = 20_000;
const TOKEN = /^[\x21-\x7e]{1,4096}$/;

/** Everything that speaks with one server. */
export interface Connection {
  readonly address: ServerAddress;
  readonly addresses: Addresses;
  readonly settings: RemoteSettings;
  readonly calls: SignedCalls;
  readonly writes: KeyedWrites;
  readonly signIn: SignIn;
  close(): Promise<void>;
}

/** Opens the backend of a server. Throws the problem of an address, a certificate file or a moved address. */
export async function openRemoteBackend(setup: CallSetup, sources: RemoteSources): Promise<Backend> {
  const connection = connect(setup, sources);
  const { calls, writes, addresses, signIn } = connection;
  const bearer = await signIn.bearer();
  const signedInAs = 'code' in bearer ? null : bearer.email;
  return remoteBackend({ calls, writes, addresses, signedInAs, close: () => connection.close() });
}

/** The connection to the server of the call, which is not used before something is asked. */
export function connect(setup: CallSetup, sources: RemoteSources): Connection {
  const { place, remote, folders } = setup.settings;
  if (place.kind !== 'server' || remote === null) {
    throw new ProblemThrown({
      code: 'usage',
      detail: 'This needs a server, and none is named.',
      hint: 'Give --server URL, or use a profile that names one: loandesk profile ls',
    });
  }
  const address = usable(readServerAddress(place.url));
  const addresses = usable(readAddresses(remote.addresses));
  const exchange = openExchange(address.origin, certificates(remote.caFile), EXCHANGE_LIMITS);
  const keeper = keeperOf(remote.tokenStore, remote.profileName, folders, sources);
  const lockParts = locks(sources);
  const signIn = new SignIn({
    server: address.text,
    given: async () => givenToken(remote, sources.world.platform),
    store: keeper === null ? null : storeOf(keeper),
    lock: () =>
      waitForLock(join(folders.config, 'tokens', `${remote.profileName}.lock`), lockParts, REFRESH_WAIT_MS),
    fingerprint: (text) => createHash('sha256').update(text).digest('hex').slice(0, 16),
  });
  const calls = new SignedCalls({
    address,
    addresses,
    exchange,
    signIn,
    random: () => Buffer.from(sources.randomBytes(4)).readUInt32BE() / 2 ** 32,
    debug: setup.debug,
  });
  const writes = new KeyedWrites({
    calls,
    pending: pendingFolder(folders, sources),
    nowMs: sources.nowMs,
    newKey: () => hex(sources.randomBytes(16)),
    tell: setup.tell,
  });
  const close = async () => {
    writes.forgetAnswered();
    await exchange.close();
  };
  return { address, addresses, settings: remote, calls, writes, signIn, close };
}

/** Where writes are kept until their answers are known. */
export function pendingFolder(folders: Folders, sources: RemoteSources): PendingFolder {
  const lockParts = locks(sources);
  return new PendingFolder(join(folders.data, 'pending'), {
    write(path, text) {
      makePrivateFolder(join(path, '..'));
      writePrivateFile(path, text, hex(sources.randomBytes(8)));
    },
    remove: removePrivateFile,
    tryLock: (path) => tryLock(path, lockParts),
    waitForLock: (path, waitMs) => waitForLock(path, lockParts, waitMs),
  });
}

/** The keeper of a sign-in; null while none was chosen. */
export function keeperOf(
  store: TokenStoreKind | null,
  profileName: string | null,
  folders: Folders,
  sources: RemoteSources,
): TokenKeeper | null {
  if (store === null || profileName === null) return null;
  const { nodePath, environment, platform } = sources.world;
  return tokenKeeper(store, profileName, {
    keychain: { nodePath, environment, childPath: keychainChild() },
    configFolder: folders.config,
    platform,
    unique: () => hex(sources.randomBytes(8)),
  });
}

/** What a store of tokens said, as a problem. */
export function keeperProblem(fault: KeeperFault): Problem {
  if (fault.kind === 'unavailable') {
    return {
      code: 'not_signed_in',
      detail: 'The system keychain, where the token is kept, does not answer.',
      hint: 'Unlock it, or give a token in LOANDESK_TOKEN; or sign in again with "loandesk auth login --insecure-storage".',
    };
  }
  if (fault.kind === 'exposed') return exposed(fault.path);
  return { code: 'file_unreadable', detail: `The token file ${fault.path} cannot be used: ${fault.why}.` };
}

/** Text that is a problem thrown, or the value. */
export function usable<T>(value: T | Problem): T {
  if (typeof value === 'object' && value !== null && 'code' in value && 'detail' in value) {
    throw new ProblemThrown(value as Problem);
  }
  return value as T;
}

function storeOf(keeper: TokenKeeper): TokenStore {
  return {
    async load(): Promise<Tokens | null | Problem> {
      const kept = await keeper.load();
      return isKeeperFault(kept) ? keeperProblem(kept) : kept;
    },
    async save(tokens) {
      const fault = await keeper.save(tokens);
      return fault === null ? null : keeperProblem(fault);
    },
  };
}

function givenToken({ token, tokenFile }: RemoteSettings, platform: string): string | null | Problem {
  if (token !== null) return TOKEN.test(token) ? token : noToken('LOANDESK_TOKEN');
  if (tokenFile === null) return null;
  const read = readPrivateFile(tokenFile, platform);
  if (read.kind === 'exposed') return exposed(tokenFile);
  if (read.kind !== 'text') {
    const why = read.kind === 'missing' ? 'there is no such file' : read.code;
    return { code: 'file_unreadable', detail: `The token file ${tokenFile} cannot be read: ${why}.` };
  }
  const text = read.text.trim();
  return TOKEN.test(text) ? text : noToken(`the file ${tokenFile}`);
}

function noToken(where: string): Problem {
  return { code: 'not_signed_in', detail: `What ${where} holds is not a token.` };
}

function exposed(path: string): Problem {
  const detail = `Others can read the token file ${path}, so it is not used.`;
  return { code: 'token_file_exposed', detail, hint: `Make it yours alone: chmod 600 ${path}` };
}

function certificates(path: string | null): string | null {
  if (path === null) return null;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const problem = fileProblem(error, path, 'read');
    throw problem === null ? error : new ProblemThrown(problem, { cause: error });
  }
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  // Without one, every server would be refused, and nothing would say why.
  throw new ProblemThrown({
    code: 'file_unreadable',
    detail: `${path} holds no certificate.`,
    hint: 'Give a PEM file with the certificate of the authority.',
  });
}

function locks({ world, nowMs }: RemoteSources): LockParts {
  return { nowMs, processId: world.processId, isRunning: (processId) => world.isRunning(processId) };
}

function keychainChild(): string {
  const isSource = import.meta.url.endsWith('.ts');
  return fileURLToPath(new URL(KEYCHAIN_CHILD[isSource ? 1 : 0], import.meta.url));
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
