import { resolve } from 'node:path';
import type { Problem } from '../contract/problem.ts';
import { fileProblem } from './file-problem.ts';
import type { Surroundings } from './surroundings.ts';

/** Room for a hundred thousand applications; more is another kind of file, and would only fill the memory. */
const MOST_MEBIBYTES = 32;
const MOST_BYTES = MOST_MEBIBYTES * 1_048_576;

/**
 * The whole text of a file, or of standard input for `-`, which must be UTF-8 and of bounded size: it is read no
 * further than the bound.
 */
export async function readWholeText(path: string, surroundings: Surroundings): Promise<string | Problem> {
  const named = path === '-' ? 'standard input' : path;
  const refused = (reason: string): Problem => ({
    code: 'file_unreadable',
    detail: `${named} cannot be read: ${reason}.`,
  });
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of await bytesOf(path, surroundings)) {
      size += chunk.length;
      if (size > MOST_BYTES) {
        return {
          ...refused(`it is larger than ${MOST_MEBIBYTES} MiB`),
          hint: 'Split it into smaller files.',
        };
      }
      chunks.push(chunk);
    }
    const text = decoded(Buffer.concat(chunks));
    return text ?? { ...refused('it is not UTF-8 text'), hint: 'Save it as UTF-8.' };
  } catch (error) {
    const problem = fileProblem(error, path, 'read');
    if (problem === null) throw error;
    return problem;
  }
}

async function bytesOf(path: string, surroundings: Surroundings): Promise<AsyncIterable<Uint8Array>> {
  if (path === '-') return surroundings.standardInput();
  const { createReadStream } = await import('node:fs');
  return createReadStream(resolve(surroundings.machine.workingFolder, path));
}

/** null: the bytes are no UTF-8. */
function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
