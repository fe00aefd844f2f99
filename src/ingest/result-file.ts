import { rmSync } from 'node:fs';
import { link, mkdir, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';

/** Tries before giving up on finding a free name. */
const MAX_NAMES = 1_000;
/** Answers of file systems that know no second name of a file. */
const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL'];

/** Where a result file goes and what it is called. */
export interface ResultPlace {
  /** The input it is about; `-`: standard input. */
  readonly inputPath: string;
  /** Such as `rejects.csv`. */
  readonly ending: string;
  /** Null: beside the input, for standard input the working folder. Made when it is not there. */
  readonly folder: string | null;
  /** What the results of standard input are named by. */
  readonly stdinName?: string;
  /** Makes the name of the unfinished file unlike any other. */
  readonly unique: string;
  /** A path as it is opened: one that is not whole is of the working folder. */
  fullPath(path: string): string;
  /** Until what is answered is called, a first Ctrl-C ends nothing, and `undo` is done when the process ends. */
  whileFinishing(undo: () => void): () => void;
}

/**
 * Writes a new file named after an input: its last extension replaced by `.ENDING`, with a number before the
 * extension when that name is taken (`orders.rejects-2.csv`). It is there whole or not at all. Readable by its owner
 * only, since rows may hold personal data. Answers the path written, as the input was named. It gets that name when
 * `after` resolves; when that rejects, there is no file and this rejects with it.
 */
export async function writeResultFile(
  place: ResultPlace,
  text: string | AsyncIterable<string> | Iterable<string>,
  after?: Promise<void>,
): Promise<string> {
  // Looked at when the file is written, which may be later than it rejects.
  after?.catch(() => {});
  let unfinished: string | null = null;
  const finished = place.whileFinishing(() => {
    if (unfinished !== null) rmSync(unfinished, { force: true });
  });
  try {
    const { home, stem, shown } = await homeOf(place);
    const { ending } = place;
    const extension = extname(ending);
    const word = ending.slice(0, ending.length - extension.length);
    unfinished = join(home, `.${stem}.${word}.${place.unique}.part`);
    await writeWhole(unfinished, typeof text === 'string' ? [text] : text);
    await after;
    for (let number = 1; number <= MAX_NAMES; number++) {
      const counted = number === 1 ? word : `${word}-${number}`;
      const name = `${stem}.${counted}${extension}`;
      if (await takesName(unfinished, join(home, name))) return join(shown, name);
    }
    throw new Error(`every name from ${stem}.${ending} on is taken in ${shown}`);
  } finally {
    if (unfinished !== null) await unlink(unfinished).catch(() => {});
    finished();
  }
}

/** Finds out whether result files can be written there: makes the folder, and a file that goes at once. */
export async function checkResultPlace(place: ResultPlace): Promise<void> {
  const { home, stem } = await homeOf(place);
  const trial = join(home, `.${stem}.${place.unique}.part`);
  const file = await open(trial, 'wx', 0o600);
  try {
    await file.close();
  } finally {
    await unlink(trial);
  }
}

async function homeOf({ inputPath, folder, stdinName, fullPath }: ResultPlace) {
  const fromStdin = inputPath === '-';
  const shown = folder ?? (fromStdin ? '.' : dirname(inputPath));
  const home = fullPath(shown);
  if (folder !== null) await mkdir(home, { recursive: true, mode: 0o700 });
  return {
    home,
    shown,
    stem: fromStdin ? (stdinName ?? 'stdin') : basename(inputPath, extname(inputPath)),
  };
}

async function writeWhole(path: string, text: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of text) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Gives a finished file its name; false when another has it. */
async function takesName(unfinished: string, path: string): Promise<boolean> {
  try {
    await link(unfinished, path);
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.includes(code)) throw error;
  }
  // The name is taken first, so that no file of another is replaced by the renaming.
  const isFree = await open(path, 'wx', 0o600).then(
    async (file) => {
      await file.close();
      return true;
    },
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
  if (isFree) await rename(unfinished, path);
  return isFree;
}
