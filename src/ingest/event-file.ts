import type { Readable } from 'node:stream';
import { decodedText } from './decoded-text.ts';
import { openFileBytes } from './file-bytes.ts';
import { linesOf } from './text-lines.ts';

/** A line is one fact; the longest are assessments and summaries of imports, of some kilobytes. */
const MAX_LINE_CHARACTERS = 67_108_864;

/**
 * The lines of an exported ledger (`-`: standard input), a chunk's at a time, gzip unpacked; null for one longer than
 * any of ours. Throws RefusedFile for what is not UTF-8.
 */
export async function* eventFileLines(
  path: string,
  standardInput: Readable,
): AsyncGenerator<readonly (string | null)[]> {
  const file = await openFileBytes(path, standardInput);
  yield* linesOf(decodedText(file.read(), 'utf-8', file.source), MAX_LINE_CHARACTERS);
}
