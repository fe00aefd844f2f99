import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { nowMs, randomBytes, ticksMs } from './clock-and-chance.ts';
import type { LedgerCopying } from './compose-ledger-file.ts';
import type { RemoteSources, RemoteWorld } from './compose-remote.ts';
import type { Backend } from './contract/backend.ts';
import type { Problem } from './contract/problem.ts';
import { cairoDateOf } from './domain/cairo-date.ts';
import type { CalendarDate } from './domain/dates.ts';
import { PlanKeeper } from './service/batches/plan-keeper.ts';
import type { Caller } from './service/call.ts';
import type { BackendPlace } from './settings/settings.ts';
import type { LedgerFileActs, Rooms } from './shell/command-definition.ts';
import type { Backstage, CallSetup } from './shell/surroundings.ts';
import { ProblemThrown } from './shell/thrown.ts';
import type { Store } from './store/port.ts';

/** Beside the bundle as beside the sources. */
const MIGRATIONS_FOLDER = fileURLToPath(new URL('../migrations/sqlite', import.meta.url));

/** What the real things need of the process; given by `main.ts`. */
export interface World {
  osUser(): string;
  host(): string;
  standardInput(): Readable;
  readonly workingFolder: string;
  temporaryFolder(): string;
  writeError(text: string): void;
  /** What speaking with a server needs of the process. */
  remote(): RemoteWorld;
  /** Calls `stop` at the first signal that asks the process to end, which then is its to obey. */
  onStopSignal(stop: (signal: 'SIGTERM' | 'SIGINT') => void): void;
}

/** Builds the real things once: the clock, the ledger and the doors to the rooms commands do not import. */
export function compose(world: World): Backstage {
  return {
    openBackend: (setup) => openBackend(setup, world),
    today: () => cairoDateOf(nowMs()),
    osUser: () => world.osUser(),
    rooms: (setup) => rooms(setup, world),
  };
}

type LedgerPlace = Extract<BackendPlace, { kind: 'ledger' }>;

/** The ledger file of a call. */
function ledgerPlace(setup: CallSetup): LedgerPlace {
  const { place } = setup.settings;
  if (place.kind === 'ledger') return place;
  throw new ProblemThrown({
    code: 'usage',
    detail: `This works on a local ledger only, and ${place.url} is a server (${place.because}).`,
    hint: 'Name a ledger with --ledger FILE.',
  });
}

async function openBackend(setup: CallSetup, world: World): Promise<Backend> {
  if (setup.settings.place.kind === 'server') {
    const { openRemoteBackend } = await import('./compose-remote.ts');
    return openRemoteBackend(setup, remoteSources(world));
  }
  const place = ledgerPlace(setup);
  const caller = localCaller(setup, world);
  const [store, { localBackend }] = await Promise.all([
    openStore(setup, place, caller),
    import('./service/local-backend.ts'),
  ]);
  return localBackend({
    store,
    nowMs,
    randomBytes,
    caller,
    givenBusinessDate: setup.givenBusinessDate as CalendarDate | null,
    describedAs: `ledger ${place.path}`,
    plans: new PlanKeeper(),
  });
}

/** What speaking with a server needs of this file. */
function remoteSources(world: World): RemoteSources {
  return { world: world.remote(), nowMs, randomBytes };
}

/** Whoever sits at the terminal. */
function localCaller(setup: CallSetup, world: World): Caller {
  // Read only when something is recorded: a look at a loan asks the operating system nothing.
  return {
    get actor() {
      return setup.actor;
    },
    get osUser() {
      return world.osUser();
    },
    get host() {
      return world.host();
    },
    channel: 'terminal',
    userId: null,
    roles: null,
  };
}

/**
 * Opens the ledger file. A missing one (or one whose making was cut short) reads as an empty ledger and is made only
 * by the commands that found one; any other write is refused, naming the path and why that path.
 */
async function openStore(setup: CallSetup, place: LedgerPlace, caller: Caller): Promise<Store> {
  const { path } = place;
  if (setup.mayWrite && setup.mayFound) {
    const store = await openFile({ path, createIfMissing: true, tell: setup.tell });
    return founded(store, caller);
  }
  const store = await openIfThere(path, !setup.mayWrite && !setup.recordsReading, setup.tell);
  if (store !== null) return store;
  if (setup.mayWrite) {
    const detail = `There is no ledger at ${path} (looked there because ${place.because}).`;
    throw new ProblemThrown({ code: 'ledger_missing', detail });
  }
  return founded(await openFile({ path: ':memory:', createIfMissing: true }), caller);
}

/** The store of an existing ledger, null when there is none. */
async function openIfThere(path: string, readOnly: boolean, tell: CallSetup['tell']): Promise<Store | null> {
  try {
    return await openFile({ path, createIfMissing: false, readOnly, tell });
  } catch (error) {
    if (error instanceof ProblemThrown && error.problem.code === 'ledger_missing') return null;
    throw error;
  }
}

/** Opens a store; what the store has to say against it is thrown as a problem. */
async function openFile(how: {
  path: string;
  createIfMissing: boolean;
  readOnly?: boolean;
  tell?: CallSetup['tell'];
}): Promise<Store> {
  const { openSqliteStore } = await import('./store/sqlite/open-store.ts');
  try {
    return await openSqliteStore({
      ...how,
      migrationsDir: MIGRATIONS_FOLDER,
      now: nowMs,
      onBackup: (copy) => how.tell?.(`The ledger was brought up to date; as it was, it is kept in ${copy}`),
    });
  } catch (error) {
    throw await answerable(error);
  }
}

/** A store's failure as a problem to throw; other errors as they are. */
async function answerable(error: unknown): Promise<unknown> {
  const { isAnswerable, asProblem } = await import('./service/service-problem.ts');
  return isAnswerable(error) ? new ProblemThrown(asProblem(error), { cause: error }) : error;
}

/** A ledger with nothing in it gets its first policy; also one whose maker was killed before it could. */
async function founded(store: Store, caller: Caller): Promise<Store> {
  const isFounded = async () => (await store.read((tx) => tx.policy.versions())).length > 0;
  try {
    if (await isFounded()) return store;
    const { foundLedger } = await import('./service/ledger/found-ledger.ts');
    const requestId = Buffer.from(randomBytes(8)).toString('hex');
    await foundLedger(store, caller, new Date(nowMs()).toISOString(), requestId);
  } catch (error) {
    // Two programs may found the same ledger at once; the second finds it done.
    if (!(await isFounded().catch(() => false))) throw await answerable(error);
  }
  return store;
}

function rooms(setup: CallSetup, world: World): Rooms {
  const files = async () => {
    const { fileRooms } = await import('./compose-files.ts');
    const newName = () => Buffer.from(randomBytes(4)).toString('hex');
    return fileRooms((path) => fullPath(path, world), world.standardInput, newName);
  };
  return {
    async *readMerchantFile(...what) {
      yield* (await files()).readMerchantFile(...what);
    },
    async *readUserFile(...what) {
      yield* (await files()).readUserFile(...what);
    },
    openStatementFile: async (...what) => (await files()).openStatementFile(...what),
    guessSource: async (...what) => (await files()).guessSource(...what),
    writeResultFile: async (...what) => (await files()).writeResultFile(...what),
    checkResultPlace: async (...what) => (await files()).checkResultPlace(...what),
    writeRejectedRows: async (...what) => (await files()).writeRejectedRows(...what),
    async sources() {
      const { openSourcesRoom } = await import('./compose-sources.ts');
      return openSourcesRoom(setup.settings.folders.config, randomBytes);
    },
    async columnsMaps() {
      const { openColumnsMaps } = await import('./shell/columns-maps.ts');
      return openColumnsMaps(setup.settings.folders.config, randomBytes);
    },
    async writeNewFile(path, text) {
      const { writeNewFile } = await import('./shell/new-file.ts');
      return writeNewFile(path, text, world.workingFolder, Buffer.from(randomBytes(8)).toString('hex'));
    },
    jsonDocuments: () => import('./ingest/json-documents.ts'),
    async throwAwayDesk(lineCells) {
      const { openThrowAwayDesk } = await import('./shell/throw-away-desk.ts');
      return openThrowAwayDesk(world.temporaryFolder(), compose(world), lineCells);
    },
    ledgerFile: () => ledgerFileActs(setup, world),
    async signIn() {
      const { openSignInRoom } = await import('./compose-sign-in.ts');
      return openSignInRoom(setup, remoteSources(world));
    },
    async profiles() {
      const { openProfilesRoom } = await import('./compose-profiles.ts');
      return openProfilesRoom(setup, remoteSources(world));
    },
    async pendingWrites() {
      const { openPendingRoom } = await import('./compose-requests.ts');
      return openPendingRoom(setup, remoteSources(world));
    },
    async rawRequests() {
      const { openRawRoom } = await import('./compose-requests.ts');
      return openRawRoom(setup, remoteSources(world));
    },
    async serve(options) {
      const place = ledgerPlace(setup);
      const store = await openStore(setup, place, localCaller(setup, world));
      const { serveLedger } = await import('./compose-service.ts');
      return serveLedger(options, {
        store,
        ledgerPath: place.path,
        migrationsDir: MIGRATIONS_FOLDER,
        world,
        nowMs,
        ticksMs,
        randomBytes,
        givenBusinessDate: setup.givenBusinessDate as CalendarDate | null,
        describedAs: `ledger ${place.path}`,
      });
    },
  };
}

function fullPath(path: string, world: World): string {
  return path === '-' ? path : resolve(world.workingFolder, path);
}

function ledgerFileActs(setup: CallSetup, world: World): LedgerFileActs {
  const copying = (): LedgerCopying => ({
    ledger: resolve(world.workingFolder, ledgerPlace(setup).path),
    because: ledgerPlace(setup).because,
    migrationsDir: MIGRATIONS_FOLDER,
    dryRun: !setup.mayWrite,
    temporaryFolder: () => world.temporaryFolder(),
    newName: () => Buffer.from(randomBytes(4)).toString('hex'),
    nowMs,
  });
  const load = () => import('./compose-ledger-file.ts');
  return {
    pathToFound: () => pathToFound(setup),
    emptyFile: async () => (await load()).emptyLedgerFile(copying().ledger),
    noteVerified: async (found) => {
      const givenBusinessDate = setup.givenBusinessDate as CalendarDate | null;
      const how = { ...copying(), givenBusinessDate };
      return (await load()).noteVerified(found, localCaller(setup, world), how);
    },
    backUp: async (target) => (await load()).backUpLedger(fullPath(target, world), copying()),
    prepareRestore: async (source) => (await load()).prepareRestore(fullPath(source, world), copying()),
  };
}

async function pathToFound(setup: CallSetup): Promise<string | Problem> {
  const { path } = ledgerPlace(setup);
  const store = await openIfThere(path, true, setup.tell);
  if (store === null) return path;
  await store.close();
  return { code: 'ledger_exists', detail: `There is a ledger at ${path} already.` };
}
