import { mkdir, open, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Problem } from '../contract/problem.ts';
import { fileProblem } from './file-problem.ts';

/**
 * Writes a file that is not there yet, readable by its owner only, since documents name customers; a folder on the way
 * to it is made. Answers null, or why it could not: never over a file that exists, and nothing half written stays.
 */
export async function writeNewFile(
  path: string,
  text: string,
  workingFolder: string,
): Promise<Problem | null> {
  const full = resolve(workingFolder, path);
  const folder = await mkdir(dirname(full), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    // Said of a file that stands where a folder is needed.
    const isFile = (error as NodeJS.ErrnoException).code === 'EEXIST';
    return isFile ? Object.assign(new Error('not a folder'), { code: 'ENOTDIR' }) : error;
  });
  try {
    if (folder instanceof Error) throw folder;
    const file = await open(full, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } catch (error) {
      await unlink(full).catch(() => {});
      throw error;
    } finally {
      await file.close();
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
