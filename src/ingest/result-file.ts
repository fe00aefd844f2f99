import { mkdir, open, unlink } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';

/** Tries before giving up on finding a free name. */
const MAX_NAMES = 1_000;

/**
 * Writes a new file named after an input: its last extension replaced by `.ENDING`, with a number before the
 * extension when that name is taken (`orders.rejects-2.csv`). Readable by its owner only, since rows may hold
 * personal data. `-` (standard input) is named `stdin` in the working folder. Answers the path written, as the input was named.
 */
export async function writeResultFile(
  inputPath: string,
  ending: string,
  text: string,
  folder: string | null,
): Promise<string> {
  const fromStdin = inputPath === '-';
  const home = folder ?? (fromStdin ? '.' : dirname(inputPath));
  if (folder !== null) await mkdir(folder, { recursive: true, mode: 0o700 });
  const stem = fromStdin ? 'stdin' : basename(inputPath, extname(inputPath));
  const extension = extname(ending);
  const word = ending.slice(0, ending.length - extension.length);
  for (let number = 1; number <= MAX_NAMES; number++) {
    const counted = number === 1 ? word : `${word}-${number}`;
    const path = join(home, `${stem}.${counted}${extension}`);
    if (await writeNew(path, text)) return path;
  }
  throw new Error(`every name from ${stem}.${ending} on is taken in ${home}`);
}

async function writeNew(path: string, text: string): Promise<boolean> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
  return true;
}
