import { join } from 'node:path';
import { nowMs } from './clock-and-chance.ts';
import type { Caller } from './service/call.ts';
import type { Environment } from './settings/folders.ts';
import type { BackendPlace } from './settings/settings.ts';
import type { CallSetup } from './shell/surroundings.ts';
import { ProblemThrown } from './shell/thrown.ts';
import type { Store } from './store/port.ts';

/** A ledger this process opens itself. */
export type LocalPlace = Exclude<BackendPlace, { kind: 'server' }>;

/** What opening a ledger needs of the machine. */
export interface LedgerMachine {
  /** The folder `migrations` of the package. */
  readonly migrations: string;
  /** Where PostgreSQL's own variables are. */
  readonly environment: Environment;
  osUser(): string;
}

/** How a ledger is opened. */
export interface Opening {
  /** Makes one that is missing. */
  readonly mayFound?: boolean;
  /** Brings one of an older loandesk up to date, where nothing else than being asked does. */
  readonly mayMigrate?: boolean;
  readonly readOnly?: boolean;
  /** How long to wait for another program's write. */
  readonly waitMs?: number;
  /** Calls of many at once are to be expected, as in a service. */
  readonly forMany?: boolean;
  tell?(line: string): void;
}

/** The ledger of a call, as people name it: never with a password. */
export function placeName(place: LocalPlace): string {
  return place.kind === 'ledger' ? place.path : place.shown;
}

/** Of what has nothing to give where there is no ledger, not even with `--if-exists`. */
export const NAME_ANOTHER = 'Name another with --ledger FILE.';

/** Where a ledger was looked for in vain, and why there. */
export function noLedgerAt(place: LocalPlace): string {
  return `There is no ledger at ${placeName(place)} (looked there because ${place.because}).`;
}

/** The ledger of a call; a server is refused. */
export function localPlace(setup: CallSetup): LocalPlace {
  const { place } = setup.settings;
  if (place.kind !== 'server') return place;
  throw new ProblemThrown({
    code: 'usage',
    detail: `This works on a local ledger only, and ${place.url} is a server (${place.because}).`,
    hint: 'Name a ledger with --ledger FILE.',
  });
}

/**
 * Opens the ledger of a call. A missing one (or one whose making was cut short) is made only by the commands that
 * found one; all else is refused, naming the place and why that place, unless the call takes a missing one for empty.
 */
export async function openLedger(
  setup: CallSetup,
  place: LocalPlace,
  caller: Caller,
  machine: LedgerMachine,
  more: Pick<Opening, 'forMany'> = {},
): Promise<Store> {
  const opening = { ...more, mayMigrate: setup.mayMigrate, tell: setup.tell };
  if (setup.mayWrite && setup.mayFound) {
    return founded(await opened(place, { ...opening, mayFound: true }, machine), caller);
  }
  const store = await openIfThere(
    place,
    { ...opening, readOnly: !setup.mayWrite && !setup.recordsReading },
    machine,
  );
  if (store !== null) return store;
  if (setup.mayWrite) throw new ProblemThrown({ code: 'ledger_missing', detail: noLedgerAt(place) });
  if (!setup.missingIsEmpty) {
    const hint = 'Without --dry-run one is made; with --if-exists too it is tried on an empty one.';
    const problem = { code: 'ledger_not_found', detail: noLedgerAt(place) };
    throw new ProblemThrown(setup.mayFound ? { ...problem, hint } : problem);
  }
  return founded(await openedFile(':memory:', { mayFound: true }, machine), caller);
}

/** The store of an existing ledger, null when there is none. */
export async function openIfThere(
  place: LocalPlace,
  opening: Opening,
  machine: LedgerMachine,
): Promise<Store | null> {
  try {
    return await opened(place, opening, machine);
  } catch (error) {
    if (error instanceof ProblemThrown && error.problem.code === 'ledger_missing') return null;
    throw error;
  }
}

/** Opens a store; what the store has to say against it is thrown as a problem. */
async function opened(place: LocalPlace, opening: Opening, machine: LedgerMachine): Promise<Store> {
  if (place.kind === 'ledger') return openedFile(place.path, opening, machine);
  const { openDatabase } = await import('./compose-database.ts');
  return answering(() => openDatabase(place, opening, machine));
}

async function openedFile(path: string, opening: Opening, machine: LedgerMachine): Promise<Store> {
  const { mayFound = false, readOnly = false, waitMs, tell } = opening;
  const { openSqliteStore } = await import('./store/sqlite/open-store.ts');
  return answering(() =>
    openSqliteStore({
      path,
      createIfMissing: mayFound,
      readOnly,
      ...(waitMs === undefined ? {} : { busyTimeoutMs: waitMs }),
      migrationsDir: join(machine.migrations, 'sqlite'),
      now: nowMs,
      onBackup: (copy) => tell?.(`The ledger was brought up to date; as it was, it is kept in ${copy}`),
    }),
  );
}

/** A store's failure as a problem to throw; other errors as they are. */
async function answering(open: () => Promise<Store>): Promise<Store> {
  try {
    return await open();
  } catch (error) {
    const { answerable } = await import('./compose-founding.ts');
    throw answerable(error);
  }
}

async function founded(store: Store, caller: Caller): Promise<Store> {
  const { foundedStore } = await import('./compose-founding.ts');
  return foundedStore(store, caller);
}
