import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openStatementFile } from '../../../src/ingest/statements/statement-files.ts';
import type { StatementEnd, StatementRow } from '../../../src/ingest/statements/statement-part.ts';

const ROWS = 20_000;
const CHUNK = 65_536;

/** The rows of a large file, a chunk of 64 KB at a time, and what is there at any time of them. */
async function readLarge(bytes: Uint8Array) {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) chunks.push(bytes.subarray(at, at + CHUNK));
  const file = await openStatementFile('-', Readable.from(chunks));
  const kept: StatementRow[] = [];
  let end: StatementEnd | null = null;
  let rows = 0;
  let mostAtOnce = 0;
  for await (const parts of file.parts()) {
    mostAtOnce = Math.max(mostAtOnce, parts.length);
    for (const part of parts) {
      if (part.kind === 'statement-end') end = part;
      if (part.kind === 'fault') throw new Error(part.message);
      if (part.kind !== 'row') continue;
      rows += 1;
      if (part.text !== null) kept.push(part);
    }
  }
  return { rows, kept, end, mostAtOnce };
}

describe('a large file', () => {
  it('has every row, the exact sum, cells and letters that chunks cut, and a last line without end', async () => {
    const lines = ['loan_id,payment_amount,payment_date,details\n'];
    let length = lines[0]!.length;
    let special = 0;
    for (let row = 0; row < ROWS; row++) {
      // A cell with a line in it, and Arabic letters, over each end of a chunk.
      const cuts = CHUNK - (length % CHUNK) < 60;
      if (cuts) special += 1;
      const details = cuts ? '"قسط\nالشهر, دفعة القسط الشهري للقرض"' : '';
      const line = `LN-${row % 500},${100 + (row % 7)}.01,2026-04-02,${details}${row === ROWS - 1 ? '' : '\n'}`;
      length += Buffer.byteLength(line);
      lines.push(line);
    }
    const { rows, kept, end, mostAtOnce } = await readLarge(Buffer.from(lines.join('')));
    let piastres = 0;
    for (let row = 0; row < ROWS; row++) piastres += 10_001 + (row % 7) * 100;
    expect(rows).toBe(ROWS);
    expect(end?.credits).toMatchObject({ count: ROWS, sum: (piastres / 100).toFixed(2) });
    expect(special).toBeGreaterThan(5);
    expect(kept).toHaveLength(special);
    expect(new Set(kept.map((row) => row.text))).toEqual(new Set(['قسط الشهر, دفعة القسط الشهري للقرض']));
    expect(mostAtOnce).toBeLessThan(10_000);
  });
});
