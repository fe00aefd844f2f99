import type { DataLine } from './data-line.ts';
import { decodedText, type Encoding, encodingByMark } from './decoded-text.ts';
import type { FileBytes } from './file-bytes.ts';
import { MAX_JSON_DEPTH, nestsTooDeep } from './json-depth.ts';
import { readRecordJson } from './record-json.ts';

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
  for await (const lines of linesOf(text)) {
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

/** Splits text into its lines, a chunk's at a time; a line beyond the bound comes as null and is not kept. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<readonly (string | null)[]> {
  let rest = '';
  let tooLong = false;
  for await (const chunk of chunks) {
    const text = rest + chunk;
    const lines: (string | null)[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      lines.push(tooLong || end - start > MAX_LINE_CHARACTERS ? null : text.slice(start, end));
      tooLong = false;
      start = end + 1;
    }
    rest = text.slice(start);
    if (rest.length > MAX_LINE_CHARACTERS) {
      tooLong = true;
      rest = '';
    }
    yield lines;
  }
  if (rest !== '' || tooLong) yield [tooLong ? null : rest];
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
