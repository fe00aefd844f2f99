/**
 * Splits text into its lines, a chunk's at a time; a line beyond the bound comes as null and is not kept. Each chunk is
 * looked through once, however many of them a line is long.
 */
export async function* linesOf(
  chunks: AsyncIterable<string>,
  mostCharacters: number,
): AsyncGenerator<readonly (string | null)[]> {
  let rest = '';
  let tooLong = false;
  for await (const chunk of chunks) {
    const lines: (string | null)[] = [];
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      const isTooLong = tooLong || rest.length + end - start > mostCharacters;
      lines.push(isTooLong ? null : rest + chunk.slice(start, end));
      rest = '';
      tooLong = false;
      start = end + 1;
    }
    tooLong ||= rest.length + chunk.length - start > mostCharacters;
    rest = tooLong ? '' : rest + chunk.slice(start);
    yield lines;
  }
  if (rest !== '' || tooLong) yield [tooLong ? null : rest];
}
