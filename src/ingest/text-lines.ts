/** Splits text into its lines, a chunk's at a time; a line beyond the bound comes as null and is not kept. */
export async function* linesOf(
  chunks: AsyncIterable<string>,
  mostCharacters: number,
): AsyncGenerator<readonly (string | null)[]> {
  let rest = '';
  let tooLong = false;
  for await (const chunk of chunks) {
    const text = rest + chunk;
    const lines: (string | null)[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      lines.push(tooLong || end - start > mostCharacters ? null : text.slice(start, end));
      tooLong = false;
      start = end + 1;
    }
    rest = text.slice(start);
    if (rest.length > mostCharacters) {
      tooLong = true;
      rest = '';
    }
    yield lines;
  }
  if (rest !== '' || tooLong) yield [tooLong ? null : rest];
}
