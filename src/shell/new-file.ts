import { constants, copyFile, link, mkdir, open, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Problem } from '../contract/problem.ts';
import { fileProblem } from './file-problem.ts';

/** What file systems without second names answer with. */
const NO_SECOND_NAME = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Writes a file that is not there yet, readable by its owner only, since documents name customers; a folder on the way
 * to it is made. Answers null, or why it could not: never over a file that exists, and nothing half written stays.
 * `unique` tells what is being written from what another process writes at the same time.
 */
export async function writeNewFile(
  path: string,
  text: string | AsyncIterable<string>,
  workingFolder: string,
  unique: string,
): Promise<Problem | null> {
  const full = resolve(workingFolder, path);
  const folder = await mkdir(dirname(full), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    // Said of a file that stands where a folder is needed.
    const isFile = (error as NodeJS.ErrnoException).code === 'EEXIST';
    return isFile ? Object.assign(new Error('not a folder'), { code: 'ENOTDIR' }) : error;
  });
  // Written under another name first: a program that is killed leaves no half of a statement under this one.
  const unfinished = join(dirname(full), `.${unique}.unfinished`);
  try {
    if (folder instanceof Error) throw folder;
    try {
      const file = await open(unfinished, 'wx', 0o600);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await giveName(unfinished, full);
    } finally {
      await unlink(unfinished).catch(() => {});
    }
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return { code: 'file_exists', detail: `${path} is there already.` };
    }
    const problem = fileProblem(error, path, 'written');
    if (problem === null) throw error;
    return problem;
  }
}

/** Gives a whole file its name, unless something has it already; where files take no second name it is copied. */
async function giveName(unfinished: string, full: string): Promise<void> {
  try {
    await link(unfinished, full);
  } catch (error) {
    if (!NO_SECOND_NAME.has(String((error as NodeJS.ErrnoException).code))) throw error;
    await copyFile(unfinished, full, constants.COPYFILE_EXCL);
  }
}
