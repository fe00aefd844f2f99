import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Backend } from './contract/backend.ts';
import type { Problem } from './contract/problem.ts';
import { cairoDateOf } from './domain/cairo-date.ts';
import type { CalendarDate } from './domain/dates.ts';
import type { Rooms } from './shell/command-definition.ts';
import type { Backstage, CallSetup } from './shell/surroundings.ts';
import { ProblemThrown } from './shell/thrown.ts';
import type { Store } from './store/port.ts';

/** Beside the bundle as beside the sources. */
const MIGRATIONS_FOLDER = fileURLToPath(new URL('../migrations/sqlite', import.meta.url));

/** What the operating system says of the person; given by `main.ts`. */
export interface Person {
  osUser(): string;
  host(): string;
}

/** Builds the real things once: the clock, the ledger and the doors to the rooms commands do not import. */
export function compose(person: Person): Backstage {
  return {
    openBackend: (setup) => openBackend(setup, person),
    today: () => cairoDateOf(Date.now()),
    osUser: () => person.osUser(),
    rooms,
  };
}

async function openBackend(setup: CallSetup, person: Person): Promise<Backend> {
  const { place } = setup.settings;
  if (place.kind === 'server') {
    throw new ProblemThrown(serverRefused(place));
  }
  const [store, { localBackend }, { randomBytes }] = await Promise.all([
    openStore(setup, place.path, place.because),
    import('./service/local-backend.ts'),
    import('node:crypto'),
  ]);
  return localBackend({
    store,
    nowMs: () => Date.now(),
    randomBytes,
    caller: { actor: setup.actor, osUser: person.osUser(), host: person.host(), channel: 'terminal' },
    givenBusinessDate: setup.givenBusinessDate as CalendarDate | null,
    describedAs: `ledger ${place.path}`,
  });
}

/**
 * Opens the ledger file. A missing one reads as an empty ledger and is made only by the commands that found
 * one; any other write is refused, naming the path and why that path.
 */
async function openStore(setup: CallSetup, path: string, because: string): Promise<Store> {
  const { openSqliteStore } = await import('./store/sqlite/open-store.ts');
  const options = { migrationsDir: MIGRATIONS_FOLDER, now: () => Date.now() };
  try {
    return await openSqliteStore({
      ...options,
      path,
      createIfMissing: setup.mayWrite && setup.mayFound,
      readOnly: !setup.mayWrite,
    });
  } catch (error) {
    const { isAnswerable, asProblem } = await import('./service/service-problem.ts');
    if (!isAnswerable(error)) throw error;
    if (error.code !== 'ledger_missing') throw new ProblemThrown(asProblem(error), { cause: error });
    if (!setup.mayWrite) return openSqliteStore({ ...options, path: ':memory:', createIfMissing: true });
    const detail = `There is no ledger at ${path} (looked there because ${because}).`;
    throw new ProblemThrown({ code: 'ledger_missing', detail }, { cause: error });
  }
}

function rooms(setup: CallSetup): Rooms {
  return {
    merchantFiles: () => import('./ingest/merchant-files.ts'),
    jsonDocuments: () => import('./ingest/json-documents.ts'),
    ledgerFile: async () => ({ init: () => initLedger(setup) }),
  };
}

/** Makes the ledger file when there is none; one that is there is opened, so that a strange file is told. */
async function initLedger(setup: CallSetup): Promise<{ path: string; created: boolean } | Problem> {
  const { place } = setup.settings;
  if (place.kind === 'server') throw new ProblemThrown(serverRefused(place));
  const { path } = place;
  const created = !existsSync(path);
  if (created && !setup.mayWrite) return { path, created };
  const store = await openStore(setup, path, place.because);
  await store.close();
  return { path, created };
}

function serverRefused(place: { readonly url: string; readonly because: string }): Problem {
  return {
    code: 'server_not_supported',
    detail: `This version talks to local ledgers only, and ${place.url} is a server (${place.because}).`,
  };
}
