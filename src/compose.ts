import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Backend } from './contract/backend.ts';
import type { Problem } from './contract/problem.ts';
import { cairoDateOf } from './domain/cairo-date.ts';
import type { CalendarDate } from './domain/dates.ts';
import type { Caller } from './service/call.ts';
import type { BackendPlace } from './settings/settings.ts';
import type { Rooms } from './shell/command-definition.ts';
import { fileProblem } from './shell/file-problem.ts';
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
}

/** Builds the real things once: the clock, the ledger and the doors to the rooms commands do not import. */
export function compose(world: World): Backstage {
  return {
    openBackend: (setup) => openBackend(setup, world),
    today: () => cairoDateOf(Date.now()),
    osUser: () => world.osUser(),
    rooms: (setup) => rooms(setup, world),
  };
}

type LedgerPlace = Extract<BackendPlace, { kind: 'ledger' }>;

/** The ledger file of a call; a server is for a later version. */
function ledgerPlace(setup: CallSetup): LedgerPlace {
  const { place } = setup.settings;
  if (place.kind === 'ledger') return place;
  throw new ProblemThrown({
    code: 'server_not_supported',
    detail: `This version talks to local ledgers only, and ${place.url} is a server (${place.because}).`,
  });
}

async function openBackend(setup: CallSetup, world: World): Promise<Backend> {
  const place = ledgerPlace(setup);
  const caller: Caller = {
    actor: setup.actor,
    osUser: world.osUser(),
    host: world.host(),
    channel: 'terminal',
  };
  const [store, { localBackend }] = await Promise.all([
    openStore(setup, place, caller),
    import('./service/local-backend.ts'),
  ]);
  return localBackend({
    store,
    nowMs: () => Date.now(),
    randomBytes,
    caller,
    givenBusinessDate: setup.givenBusinessDate as CalendarDate | null,
    describedAs: `ledger ${place.path}`,
  });
}

/** Web Crypto's generator: the same source as `node:crypto`, without the time it takes to load. */
function randomBytes(size: number): Uint8Array {
  return globalThis.crypto.getRandomValues(new Uint8Array(size));
}

/**
 * Opens the ledger file. A missing one reads as an empty ledger and is made only by the commands that found
 * one; any other write is refused, naming the path and why that path.
 */
async function openStore(setup: CallSetup, place: LedgerPlace, caller: Caller): Promise<Store> {
  const { openSqliteStore } = await import('./store/sqlite/open-store.ts');
  const options = { migrationsDir: MIGRATIONS_FOLDER, now: () => Date.now() };
  const isThere = existsSync(place.path);
  if (!isThere && !setup.mayWrite) return founded(await openSqliteStore(inMemory(options)), caller);
  if (!isThere && !setup.mayFound) {
    const detail = `There is no ledger at ${place.path} (looked there because ${place.because}).`;
    throw new ProblemThrown({ code: 'ledger_missing', detail });
  }
  try {
    const how = { path: place.path, createIfMissing: setup.mayWrite && setup.mayFound };
    const store = await openSqliteStore({ ...options, ...how, readOnly: !setup.mayWrite });
    if (setup.mayWrite && setup.mayFound) return await founded(store, caller);
    return store;
  } catch (error) {
    const { isAnswerable, asProblem } = await import('./service/service-problem.ts');
    throw isAnswerable(error) ? new ProblemThrown(asProblem(error), { cause: error }) : error;
  }
}

function inMemory<Options>(options: Options) {
  return { ...options, path: ':memory:', createIfMissing: true };
}

/** A ledger with nothing in it gets its first policy; also one whose maker was killed before it could. */
async function founded(store: Store, caller: Caller): Promise<Store> {
  const isFounded = async () => (await store.read((tx) => tx.policy.versions())).length > 0;
  if (await isFounded()) return store;
  const { foundLedger } = await import('./service/ledger/found-ledger.ts');
  const requestId = Buffer.from(randomBytes(8)).toString('hex');
  try {
    await foundLedger(store, caller, new Date(Date.now()).toISOString(), requestId);
  } catch (error) {
    // Two programs may found the same ledger at once; the second finds it done.
    if (!(await isFounded())) throw error;
  }
  return store;
}

function rooms(setup: CallSetup, world: World): Rooms {
  return {
    async *readMerchantFile(path, batchSize) {
      const { readMerchantFile } = await import('./ingest/merchant-files.ts');
      try {
        yield* readMerchantFile(fullPath(path, world), world.standardInput(), batchSize);
      } catch (error) {
        throw thrownProblem(error, path, 'read');
      }
    },
    async writeResultFile(inputPath, ending, text, folder) {
      const { writeResultFile } = await import('./ingest/result-file.ts');
      try {
        return await writeResultFile(inputPath, ending, text, folder);
      } catch (error) {
        throw thrownProblem(error, folder ?? inputPath, 'written');
      }
    },
    jsonDocuments: () => import('./ingest/json-documents.ts'),
    async throwAwayDesk() {
      const { openThrowAwayDesk } = await import('./shell/throw-away-desk.ts');
      return openThrowAwayDesk(world.temporaryFolder(), compose(world));
    },
    ledgerFile: () => ({ pathToFound: async () => pathToFound(setup) }),
  };
}

function fullPath(path: string, world: World): string {
  return path === '-' ? path : resolve(world.workingFolder, path);
}

function thrownProblem(error: unknown, path: string, act: 'read' | 'written'): unknown {
  const problem = fileProblem(error, path, act);
  return problem === null ? error : new ProblemThrown(problem, { cause: error });
}

function pathToFound(setup: CallSetup): string | Problem {
  const { path } = ledgerPlace(setup);
  if (!existsSync(path)) return path;
  return { code: 'ledger_exists', detail: `There is a ledger at ${path} already.` };
}
