/** A line of any of our formats is a few hundred characters; one this long is another kind of file. */
const MAX_LINE_CHARACTERS = 1_048_576;

/**
 * Splits text into its lines, a chunk's at a time, whatever ends them (`\n`, `\r\n`, `\r`); a line beyond the bound
 * comes as null and is not kept.
 */
export async function* textLines(chunks: AsyncIterable<string>): AsyncGenerator<readonly (string | null)[]> {
  let rest = '';
  let tooLong = false;
  for await (const chunk of chunks) {
    if (chunk.length + rest.length < 4_096 && !/[\r\n]/.test(chunk) && !rest.endsWith('\r')) {
      rest += chunk;
      continue;
    }
    let text = rest + chunk;
    // A carriage return at the end may be half of a line's end.
    const half = text.endsWith('\r') ? '\r' : '';
    if (half !== '') text = text.slice(0, -1);
    const cut: (string | null)[] = text.split(/\r\n|\n|\r/);
    rest = (cut.pop() as string) + half;
    for (let at = 0; at < cut.length; at++) {
      if (tooLong || (cut[at] as string).length > MAX_LINE_CHARACTERS) cut[at] = null;
      tooLong = false;
    }
    if (rest.length > MAX_LINE_CHARACTERS) {
      tooLong = true;
      rest = '';
    }
    if (cut.length > 0) yield cut;
  }
  if (rest !== '' || tooLong) yield [tooLong ? null : rest.replace(/\r$/, '')];
}
