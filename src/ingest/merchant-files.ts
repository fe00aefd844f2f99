import type { Readable } from 'node:stream';
import type { DataLine } from './data-line.ts';
import { openFileBytes } from './file-bytes.ts';
import { jsonLines } from './json-lines.ts';

/**
 * Reads JSON Lines from a file, gzip or plain (told by its first bytes), in batches, without holding the file
 * in memory. `-` is standard input. Throws the file system's own errors; bad lines are answered, not thrown.
 */
export async function* readMerchantFile(
  path: string,
  standardInput: Readable,
  batchSize: number,
): AsyncGenerator<readonly DataLine[]> {
  yield* jsonLines(await openFileBytes(path, standardInput), batchSize);
}
