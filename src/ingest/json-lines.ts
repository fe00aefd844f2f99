import type { DataLine } from './data-line.ts';
import { decodedText, type Encoding, encodingByMark } from './decoded-text.ts';
import type { FileBytes } from './file-bytes.ts';
import { MAX_JSON_DEPTH, nestsTooDeep } from './json-depth.ts';
import { readRecordJson } from './record-json.ts';
import { linesOf } from './text-lines.ts';

/** A record of ours is a few hundred bytes; a line this long is another kind of file. */
const MAX_LINE_CHARACTERS = 1_048_576;
const SHOWN_CHARACTERS = 200;

/**
 * Reads JSON Lines in batches, without holding the file in memory; blank lines are no records. A bad line is
 * answered in its place, not thrown.
 */
export async function* jsonLines(
  file: FileBytes,
  batchSize: number,
  encoding: Encoding = encodingByMark(file.head) ?? 'utf-8',
): AsyncGenerator<readonly DataLine[]> {
  const text = decodedText(file.read(), encoding, file.source, { marked: true });
  let batch: DataLine[] = [];
  let number = 0;
  for await (const lines of linesOf(text, MAX_LINE_CHARACTERS)) {
    for (const line of lines) {
      number += 1;
      if (line !== null && line.trim() === '') continue;
      batch.push(parseLine(number, file.source, line));
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

function parseLine(line: number, source: string, text: string | null): DataLine {
  const unreadable = (reason: string) => ({
    line,
    source,
    value: text === null ? null : text.slice(0, SHOWN_CHARACTERS),
    unreadable: reason,
  });
  if (text === null) return unreadable('the line is too long for a record');
  if (text.includes('\ufffd'))
    return unreadable('the line has letters that are not UTF-8, or were lost before');
  if (nestsTooDeep(text)) return unreadable(`the line nests deeper than ${MAX_JSON_DEPTH} levels`);
  try {
    return { line, source, value: readRecordJson(text) };
  } catch {
    return unreadable('the line is not JSON');
  }
}
