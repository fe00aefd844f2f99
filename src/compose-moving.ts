import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type LedgerMachine,
  type LocalPlace,
  NAME_ANOTHER,
  noLedgerAt,
  openIfThere,
  placeName,
} from './compose-ledger.ts';
import { answered, type LedgerCopying, partOf, removeCopy } from './compose-ledger-file.ts';
import type { Problem } from './contract/problem.ts';
import { formatSum } from './domain/amount-sum.ts';
import { eventFileLines } from './ingest/event-file.ts';
import { RefusedFile } from './ingest/refused-file.ts';
import { onSmallHeap, ROOM_FOR_PASSING_RECORDS } from './ingest/small-heap.ts';
import { exportLedger, UnexportableLedger } from './service/moving/export-ledger.ts';
import { handedOver } from './service/moving/handed-over.ts';
import { ImportRefused, importLedger } from './service/moving/import-ledger.ts';
import { factsOf, type MovedBook } from './service/moving/moved-book.ts';
import { fileProblem } from './shell/file-problem.ts';
import type { Counting, ImportedBook, MovingRoom, WholeBook } from './shell/moving-room.ts';
import { ProblemThrown } from './shell/thrown.ts';
import type { Store } from './store/port.ts';
import { settleLedger } from './store/sqlite/ledger-copy.ts';
import { nameNewFile, replaceLedger } from './store/sqlite/ledger-place.ts';
import { openSqliteStore } from './store/sqlite/open-store.ts';

/** What moving a ledger needs of `compose.ts`. */
export interface LedgerMoving {
  readonly place: LocalPlace;
  readonly machine: LedgerMachine;
  readonly dryRun: boolean;
  copying(path: string): LedgerCopying;
  fullPath(path: string): string;
  standardInput(): Readable;
  tell?(line: string): void;
}

/** The whole ledger as a file of facts, and back. */
export function openMovingRoom(how: LedgerMoving): MovingRoom {
  const { place } = how;
  return {
    events: (onFacts) => events(how, onFacts),
    importEvents: (source, onFacts) =>
      place.kind === 'ledger'
        ? importIntoFile(source, how, how.copying(place.path), onFacts)
        : importIntoDatabase(source, how, onFacts),
  };
}

function events(how: LedgerMoving, onFacts: Counting): ReturnType<MovingRoom['events']> {
  let book: WholeBook | null = null;
  const text = handedOver<string>(async (give) => {
    const store = await openForReading(how);
    if (store === null) {
      throw new ProblemThrown({
        code: 'ledger_not_found',
        detail: noLedgerAt(how.place),
        hint: NAME_ANOTHER,
      });
    }
    try {
      book = wholeBook(await store.read((tx) => exportLedger(tx, give, onFacts)));
    } catch (error) {
      if (!(error instanceof UnexportableLedger)) throw error;
      throw new ProblemThrown({ code: 'ledger_damaged', detail: error.message }, { cause: error });
    } finally {
      await store.close();
    }
  });
  return {
    text: onSmallHeap(text, ROOM_FOR_PASSING_RECORDS),
    book: () => {
      if (book === null) throw new Error('the ledger was not read to its end');
      return book;
    },
  };
}

function openForReading({ place, machine, tell }: LedgerMoving): Promise<Store | null> {
  return openIfThere(place, { readOnly: true, ...(tell === undefined ? {} : { tell }) }, machine);
}

/** Replays an export into a database in one transaction; its tables are made first when they are not there. */
async function importIntoDatabase(
  source: string,
  how: LedgerMoving,
  onFacts: Counting,
): Promise<ImportedBook | Problem> {
  const { place, machine, dryRun } = how;
  const store = await openIfThere(place, { mayFound: !dryRun, mayMigrate: !dryRun }, machine);
  if (store === null) {
    return {
      code: 'ledger_not_found',
      detail: noLedgerAt(place),
      hint: 'Without --dry-run its tables are made.',
    };
  }
  try {
    const book = await replayInto(store, source, how, onFacts);
    return 'code' in book ? book : { ...book, ledger: placeName(place), kept: null };
  } finally {
    await store.close();
  }
}

/**
 * Replays an export beside the ledger's place and gives it the ledger's name when it is whole, so that whatever stops
 * it leaves nothing that could pass for a ledger. A dry run does so in the temporary folder.
 */
async function importIntoFile(
  source: string,
  how: LedgerMoving,
  copying: LedgerCopying,
  onFacts: Counting,
): Promise<ImportedBook | Problem> {
  const { ledger, dryRun } = copying;
  const inPlace = await problemInPlace(ledger, how);
  if (inPlace !== null) return inPlace;
  const part = dryRun
    ? join(copying.temporaryFolder(), `loandesk-${copying.newName()}`)
    : partOf(ledger, copying);
  return answered(ledger, part, async () => {
    if (!dryRun) mkdirSync(dirname(ledger), { recursive: true, mode: 0o700 });
    const store = await openSqliteStore({
      path: part,
      migrationsDir: copying.migrationsDir,
      createIfMissing: true,
      now: copying.nowMs,
    });
    let book: WholeBook | Problem;
    try {
      book = await replayInto(store, source, { ...how, dryRun: false }, onFacts);
    } finally {
      await store.close();
    }
    if ('code' in book) return book;
    if (dryRun) {
      removeCopy(part);
      return { ...book, ledger, kept: null };
    }
    await settleLedger(part);
    if (existsSync(ledger)) return { ...book, ledger, kept: await replaceLedger(part, ledger) };
    if (nameNewFile(part, ledger)) return { ...book, ledger, kept: null };
    return { code: 'ledger_exists', detail: `There is a ledger at ${ledger} by now.` };
  });
}

async function replayInto(
  store: Store,
  source: string,
  how: LedgerMoving,
  onFacts: Counting,
): Promise<WholeBook | Problem> {
  const named = source === '-' ? 'standard input' : source;
  let isRead = false;
  try {
    const book = await store.write(
      (tx) => {
        if (isRead && source === '-') throw new Error('standard input flows only once');
        isRead = true;
        const read = eventFileLines(how.fullPath(source), how.standardInput());
        const lines = onSmallHeap(read, ROOM_FOR_PASSING_RECORDS);
        return importLedger(tx, { source: named, lines }, onFacts);
      },
      { dryRun: how.dryRun },
    );
    return wholeBook(book);
  } catch (error) {
    const problem = importProblem(error, source);
    if (problem === null) throw error;
    return problem;
  }
}

/** What is wrong with the file; null when something else failed. */
function importProblem(error: unknown, source: string): Problem | null {
  if (error instanceof ImportRefused) return error.problem;
  if (error instanceof RefusedFile) {
    const { code, message, hint } = error.refusal;
    return { code, detail: message, ...(hint === undefined ? {} : { hint }) };
  }
  return fileProblem(error, source, 'read');
}

/** Facts a new ledger has: its first policy, the audit record of it, and that the one vouches for the other. */
const FACTS_OF_FOUNDING = 3;

/** Why a ledger that is there may not be replaced; null when there is none, or nothing was done yet in it. */
async function problemInPlace(ledger: string, how: LedgerMoving): Promise<Problem | null> {
  const store = existsSync(ledger) ? await openForReading(how) : null;
  if (store === null) return null;
  try {
    const counts = await store.read((tx) => tx.moving.counts());
    const facts = factsOf({ counts });
    if (facts <= FACTS_OF_FOUNDING && (counts.policy ?? 0) <= 1 && (counts.audit ?? 0) <= 1) return null;
    return {
      code: 'ledger_exists',
      detail: `The ledger ${ledger} is in use (${facts} facts): an export is imported into an empty one.`,
      hint: 'Name a new file with --ledger FILE.',
    };
  } finally {
    await store.close();
  }
}

/** The book in the words of an answer. */
function wholeBook(book: MovedBook): WholeBook {
  const sumOf = (side: 'debit' | 'credit') =>
    formatSum(book.trial_balance.reduce((sum, row) => sum + BigInt(row[side].replace('.', '')), 0n));
  return {
    facts: factsOf(book),
    loans: book.counts.loan ?? 0,
    entries: book.counts.entry ?? 0,
    outstanding_balance: book.balances.outstanding,
    total_debit: sumOf('debit'),
    total_credit: sumOf('credit'),
    anchor: book.anchor,
  };
}
