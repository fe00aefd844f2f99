import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { nowMs, randomBytes, ticksMs } from './clock-and-chance.ts';
import {
  type LedgerMachine,
  type LocalPlace,
  localPlace,
  openIfThere,
  openLedger,
  placeName,
} from './compose-ledger.ts';
import type { LedgerCopying } from './compose-ledger-file.ts';
import type { RemoteSources, RemoteWorld } from './compose-remote.ts';
import type { Backend } from './contract/backend.ts';
import type { Problem } from './contract/problem.ts';
import { cairoDateOf } from './domain/cairo-date.ts';
import type { CalendarDate } from './domain/dates.ts';
import { PlanKeeper } from './service/batches/plan-keeper.ts';
import type { Caller } from './service/call.ts';
import type { LedgerFileActs, Rooms } from './shell/command-definition.ts';
import type { Backstage, CallSetup } from './shell/surroundings.ts';

/** Beside the bundle as beside the sources. */
const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));

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
  /** Has `work` done at the very end of the process, however it ends but by SIGKILL or an unheard signal. */
  onExit(work: () => void): void;
  exit(code: number): never;
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

async function openBackend(setup: CallSetup, world: World): Promise<Backend> {
  if (setup.settings.place.kind === 'server') {
    const { openRemoteBackend } = await import('./compose-remote.ts');
    return openRemoteBackend(setup, remoteSources(world));
  }
  const place = localPlace(setup);
  const caller = localCaller(setup, world);
  const [store, { localBackend }] = await Promise.all([
    openLedger(setup, place, caller, machineOf(world)),
    import('./service/local-backend.ts'),
  ]);
  return localBackend({
    store,
    nowMs,
    randomBytes,
    caller,
    givenBusinessDate: setup.givenBusinessDate as CalendarDate | null,
    describedAs: `ledger ${placeName(place)}`,
    plans: new PlanKeeper(),
  });
}

/** What opening a ledger needs of this file. */
function machineOf(world: World): LedgerMachine {
  return {
    migrations: MIGRATIONS,
    get environment() {
      return world.remote().environment;
    },
    osUser: () => world.osUser(),
  };
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

function rooms(setup: CallSetup, world: World): Rooms {
  let made: Promise<ReturnType<typeof import('./compose-files.ts').fileRooms>> | undefined;
  const files = () => {
    made ??= import('./compose-files.ts').then(({ fileRooms }) =>
      fileRooms((path) => fullPath(path, world), world.standardInput, newName, world),
    );
    return made;
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
    async moving() {
      const { openMovingRoom } = await import('./compose-moving.ts');
      return openMovingRoom({
        place: localPlace(setup),
        machine: machineOf(world),
        copying: copyingOf(setup, world),
        dryRun: !setup.mayWrite,
        tell: setup.tell,
        fullPath: (path) => fullPath(path, world),
        standardInput: world.standardInput,
      });
    },
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
      const place = localPlace(setup);
      const store = await openLedger(setup, place, localCaller(setup, world), machineOf(world), {
        forMany: true,
      });
      const { serveLedger } = await import('./compose-service.ts');
      return serveLedger(options, {
        store,
        place,
        machine: machineOf(world),
        world,
        nowMs,
        ticksMs,
        randomBytes,
        givenBusinessDate: setup.givenBusinessDate as CalendarDate | null,
        describedAs: `ledger ${placeName(place)}`,
      });
    },
  };
}

function fullPath(path: string, world: World): string {
  return path === '-' ? path : resolve(world.workingFolder, path);
}

/** A note is not worth waiting longer for another program. */
const NOTE_WAIT_MS = 1_000;

function copyingOf(setup: CallSetup, world: World): (path: string) => LedgerCopying {
  return (path) => ({
    ledger: resolve(world.workingFolder, path),
    because: localPlace(setup).because,
    migrationsDir: join(MIGRATIONS, 'sqlite'),
    dryRun: !setup.mayWrite,
    temporaryFolder: () => world.temporaryFolder(),
    newName,
    nowMs,
  });
}

function ledgerFileActs(setup: CallSetup, world: World): LedgerFileActs {
  const caller = () => localCaller(setup, world);
  const givenBusinessDate = setup.givenBusinessDate as CalendarDate | null;
  const copying = copyingOf(setup, world);
  const files = () => import('./compose-ledger-file.ts');
  return {
    pathToFound: () => pathToFound(setup, world),
    emptyFile: async () => {
      const place = localPlace(setup);
      return place.kind === 'ledger' ? (await files()).emptyLedgerFile(copying(place.path).ledger) : null;
    },
    noteVerified: async (found) => {
      const { noteVerified } = await import('./compose-noting.ts');
      const noting = { caller: caller(), givenBusinessDate, newName, nowMs };
      const open = () => openIfThere(localPlace(setup), { waitMs: NOTE_WAIT_MS }, machineOf(world));
      return noteVerified(found, noting, open);
    },
    backUp: async (target) => {
      const place = localPlace(setup);
      return place.kind === 'ledger'
        ? (await files()).backUpLedger(fullPath(target, world), copying(place.path))
        : notCopiedHere(place, 'backed up');
    },
    prepareRestore: async (source) => {
      const place = localPlace(setup);
      return place.kind === 'ledger'
        ? (await files()).prepareRestore(fullPath(source, world), copying(place.path))
        : notCopiedHere(place, 'restored');
    },
  };
}

/** A database is copied by the tools that know it. */
function notCopiedHere(place: LocalPlace, act: 'backed up' | 'restored'): Problem {
  const detail = `A ledger in PostgreSQL is ${act} with PostgreSQL's own tools, not by loandesk: ${placeName(place)}.`;
  return { code: 'usage', detail, hint: 'See docs/postgresql.md: pg_dump, pg_basebackup, pg_restore.' };
}

function newName(): string {
  return Buffer.from(randomBytes(4)).toString('hex');
}

async function pathToFound(setup: CallSetup, world: World): Promise<string | Problem> {
  const place = localPlace(setup);
  const store = await openIfThere(place, { readOnly: true, tell: setup.tell }, machineOf(world));
  if (store === null) return placeName(place);
  await store.close();
  return { code: 'ledger_exists', detail: `There is a ledger at ${placeName(place)} already.` };
}
