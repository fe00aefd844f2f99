import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { DataLine } from '../../src/ingest/data-line.ts';
import { type MerchantFileOptions, readMerchantFile } from '../../src/ingest/merchant-files.ts';

export interface ReadOrders {
  /** The orders, in the order of the file. */
  readonly orders: readonly Record<string, unknown>[];
  readonly bad: readonly DataLine[];
  readonly notices: readonly string[];
  readonly lines: readonly DataLine[];
}

/** Reads the content as a file whose name tells nothing. */
export async function readOrders(
  content: string | Uint8Array,
  options: Partial<MerchantFileOptions> = {},
): Promise<ReadOrders> {
  const folder = await mkdtemp(join(tmpdir(), 'loandesk-orders-'));
  try {
    const path = join(folder, 'export');
    await writeFile(path, content);
    const lines: DataLine[] = [];
    const how = { inputFormat: null, encoding: null, ownerKnown: true, ...options };
    for await (const batch of readMerchantFile(path, Readable.from([]), 3, how)) lines.push(...batch);
    return {
      orders: lines
        .filter((line) => line.unreadable === undefined && line.notice === undefined)
        .map((line) => line.value as Record<string, unknown>),
      bad: lines.filter((line) => line.unreadable !== undefined),
      notices: lines.flatMap((line) => line.notice ?? []),
      lines,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Rows as CSV, every cell quoted that needs it. */
export function csv(rows: readonly (readonly string[])[], delimiter = ','): string {
  const cell = (text: string) => (/["\r\n,;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => `${row.map(cell).join(delimiter)}\r\n`).join('');
}
