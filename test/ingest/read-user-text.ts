import { Readable } from 'node:stream';
import type { DataLine } from '../../src/ingest/data-line.ts';
import { RefusedFile } from '../../src/ingest/refused-file.ts';
import type { UserFileOptions } from '../../src/ingest/user-file-options.ts';
import { readUserFile } from '../../src/ingest/user-files.ts';

const OWNER: UserFileOptions = { user: 'u-1', institution: 'Delta Bank', accountType: 'debit' };

/** The lines that a text gives, through standard input in small chunks, so that chunks cut it everywhere. */
export async function linesOf(
  input: string | Uint8Array,
  options: UserFileOptions = {},
  chunkBytes = 7,
): Promise<DataLine[]> {
  const bytes = typeof input === 'string' ? Buffer.from(input) : Buffer.from(input);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes));
  const lines: DataLine[] = [];
  for await (const batch of readUserFile('-', Readable.from(chunks), { ...OWNER, ...options })) {
    lines.push(...batch);
  }
  return lines;
}

/** The transactions among the lines a text gives. */
export async function transactionsOf(
  input: string | Uint8Array,
  options: UserFileOptions = {},
): Promise<Readonly<Record<string, unknown>>[]> {
  const lines = await linesOf(input, options);
  return lines
    .filter(
      (line) => line.unreadable === undefined && line.leftOut === undefined && line.notice === undefined,
    )
    .map((line) => line.value as Readonly<Record<string, unknown>>);
}

/** Why a text is refused as a whole: message and hint; null when it is not. */
export async function refusalOf(
  input: string | Uint8Array,
  options: UserFileOptions = {},
): Promise<string | null> {
  try {
    await linesOf(input, options);
    return null;
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    return `${error.refusal.message} ${error.refusal.hint ?? ''}`;
  }
}
