import { existsSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { NAME_ANOTHER } from './compose-ledger.ts';
import type { Problem } from './contract/problem.ts';
import { asProblem, isAnswerable } from './service/service-problem.ts';
import { verifyLedger } from './service/verify-ledger.ts';
import type { LedgerGlimpse, LedgerRestore, WrittenBackup } from './shell/command-definition.ts';
import { fileProblem } from './shell/file-problem.ts';
import type { ReadTx } from './store/port.ts';
import { copyLedger, readLedgerCopy, settleLedger } from './store/sqlite/ledger-copy.ts';
import { nameNewFile, replaceLedger } from './store/sqlite/ledger-place.ts';
import { openSqliteStore } from './store/sqlite/open-store.ts';

/** What copying ledgers needs of `compose.ts`. */
export interface LedgerCopying {
  /** Absolute path of the ledger of the call. */
  readonly ledger: string;
  /** Why it is looked for there. */
  readonly because: string;
  readonly migrationsDir: string;
  readonly dryRun: boolean;
  temporaryFolder(): string;
  /** Tells names of half-made files apart. */
  newName(): string;
  nowMs(): number;
}

/**
 * Copies the ledger to the new file `target` while others write to it, and verifies the copy before it gets its name:
 * what is called a backup is a whole one. A dry run does so in the temporary folder and throws the copy away.
 */
export async function backUpLedger(target: string, how: LedgerCopying): Promise<WrittenBackup | Problem> {
  const { ledger } = how;
  if (!existsSync(ledger)) return noLedger(how);
  if (existsSync(target)) return targetTaken(target);
  const part = how.dryRun ? join(how.temporaryFolder(), `loandesk-${how.newName()}`) : partOf(target, how);
  return answered(target, part, async () => {
    await copyLedger(ledger, part);
    const glimpse = await readLedgerCopy(part, how.migrationsDir, (tx) => soundGlimpse(tx, ledger));
    if ('code' in glimpse) return { ...glimpse, hint: 'See all of it with "loandesk ledger verify".' };
    const bytes = statSync(part).size;
    if (how.dryRun) removeCopy(part);
    else if (!nameNewFile(part, target)) return targetTaken(target);
    return { path: target, bytes, ...glimpse };
  });
}

/**
 * Makes a restore ready: the backup is copied beside the ledger, brought up to date and verified, and nothing that is
 * there changes until `carryOut`. Call `discard` in the end, whatever happened.
 */
export async function prepareRestore(source: string, how: LedgerCopying): Promise<LedgerRestore | Problem> {
  const { ledger } = how;
  if (!existsSync(source)) return { code: 'file_unreadable', detail: `There is no file ${source}.` };
  if (isSameFile(source, ledger)) {
    return { code: 'usage', detail: `${source} is the ledger itself.`, hint: 'Name a backup of it.' };
  }
  const part = how.dryRun ? join(how.temporaryFolder(), `loandesk-${how.newName()}`) : partOf(ledger, how);
  const discard = () => removeCopy(part);
  const glimpse = await answered(source, part, async () => {
    if (!how.dryRun) mkdirSync(dirname(ledger), { recursive: true, mode: 0o700 });
    await copyLedger(source, part);
    await bringUpToDate(part, how);
    return readLedgerCopy(part, how.migrationsDir, (tx) => soundGlimpse(tx, source));
  });
  if ('code' in glimpse) {
    discard();
    return glimpse;
  }
  return {
    ledger,
    backup: glimpse,
    inPlace: await glimpseOf(ledger, how),
    carryOut: () => answered(ledger, part, async () => ({ kept: await replaceLedger(part, ledger) })),
    discard,
  };
}

/** The ledger of the call when it is a file with nothing in it; null when there is none or there is something in it. */
export function emptyLedgerFile(ledger: string): string | null {
  try {
    const size = statSync(ledger, { throwIfNoEntry: false })?.size;
    return size === 0 && !existsSync(`${ledger}-wal`) ? ledger : null;
  } catch {
    // What may not even be looked at is for the store to speak of, which knows the words.
    return null;
  }
}

/** What is in a ledger, if every check of it passes; else the problem, with the first thing that is off. */
async function soundGlimpse(tx: ReadTx, path: string): Promise<LedgerGlimpse | Problem> {
  const { violations, entries, loans, anchor } = await verifyLedger(tx, {});
  const [first] = violations;
  if (first === undefined) return { entries, loans, anchor };
  const { check, where, message } = first;
  return {
    code: 'ledger_damaged',
    detail: `${path} does not verify, ${violations.length === 1 ? 'for one reason' : `for ${violations.length} reasons`}: ${check}, ${where}: ${message}.`,
  };
}

/** What is in the ledger that is there now; null when there is none, `unreadable` when nobody can tell. */
async function glimpseOf(path: string, how: LedgerCopying): Promise<LedgerGlimpse | 'unreadable' | null> {
  if (!existsSync(path)) return null;
  try {
    const store = await openSqliteStore({
      path,
      migrationsDir: how.migrationsDir,
      createIfMissing: false,
      readOnly: true,
      now: how.nowMs,
    });
    try {
      const { counts, anchor } = await store.read((tx) => tx.info());
      return { entries: counts.entries, loans: counts.loans, anchor };
    } finally {
      await store.close();
    }
  } catch (error) {
    if (isOfTheStore(error)) return 'unreadable';
    throw error;
  }
}

/** Whether the file is to blame and not the program. */
function isOfTheStore(error: unknown): boolean {
  return isAnswerable(error) || /^SQLITE_/.test(String((error as { code?: unknown }).code));
}

/** A backup of an older loandesk is migrated as its ledger would be; the backup itself stays as it is. */
async function bringUpToDate(part: string, how: LedgerCopying): Promise<void> {
  const store = await openSqliteStore({
    path: part,
    migrationsDir: how.migrationsDir,
    createIfMissing: false,
    now: how.nowMs,
    onBackup: (copy) => rmSync(copy),
  });
  await store.close();
  await settleLedger(part);
}

/** What `act` answers; a failure of the store or of the file system as a problem, with the half-made file gone. */
export async function answered<T>(path: string, part: string, act: () => Promise<T>): Promise<T | Problem> {
  let isDone = false;
  try {
    const answer = await act();
    isDone = !(typeof answer === 'object' && answer !== null && 'code' in answer);
    return answer;
  } catch (error) {
    const problem = isAnswerable(error)
      ? naming(path, asProblem(error), part)
      : fileProblem(error, path, 'written');
    if (problem === null) throw error;
    return problem;
  } finally {
    if (!isDone) removeCopy(part);
  }
}

/** The half-made file is nothing a person knows of. */
function naming(path: string, problem: Problem, part: string): Problem {
  return { ...problem, detail: problem.detail.replaceAll(part, path) };
}

/** Removes a half-made ledger, with what the engine keeps beside it. */
export function removeCopy(part: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${part}${end}`, { force: true });
}

/** Where what is to be at `path` is made until it is whole. */
export function partOf(path: string, how: LedgerCopying): string {
  return `${path}.${how.newName()}.part`;
}

function noLedger({ ledger, because }: LedgerCopying): Problem {
  return {
    code: 'ledger_not_found',
    detail: `There is no ledger at ${ledger} (looked there because ${because}).`,
    hint: NAME_ANOTHER,
  };
}

function targetTaken(target: string): Problem {
  const detail = `${target} is there already; a backup is never written over anything.`;
  return { code: 'file_exists', detail, hint: 'Name a new file.' };
}

function isSameFile(a: string, b: string): boolean {
  if (resolve(a) === resolve(b)) return true;
  return existsSync(b) && realpathSync(a) === realpathSync(b);
}
