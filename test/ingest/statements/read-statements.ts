import { Readable } from 'node:stream';
import { RefusedFile } from '../../../src/ingest/refused-file.ts';
import { openStatementFile } from '../../../src/ingest/statements/statement-files.ts';
import type { StatementFileOptions } from '../../../src/ingest/statements/statement-options.ts';
import type {
  StatementBegin,
  StatementEnd,
  StatementFault,
  StatementPart,
  StatementRow,
  StatementWarning,
} from '../../../src/ingest/statements/statement-part.ts';

/** All that a file gives, by kind. */
export interface ReadStatements {
  readonly format: string;
  readonly profile: string | null;
  readonly begins: readonly StatementBegin[];
  readonly rows: readonly StatementRow[];
  readonly faults: readonly StatementFault[];
  readonly warnings: readonly StatementWarning[];
  readonly ends: readonly StatementEnd[];
  readonly digest: string;
}

/** Reads a text through standard input in chunks, so that chunks cut it everywhere. */
export async function readStatements(
  input: string | Uint8Array,
  options: StatementFileOptions = {},
  chunkBytes = 11,
): Promise<ReadStatements> {
  const bytes = Buffer.from(input as Uint8Array);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) chunks.push(bytes.subarray(at, at + chunkBytes));
  const file = await openStatementFile('-', Readable.from(chunks), options);
  const parts: StatementPart[] = [];
  for await (const batch of file.parts()) parts.push(...batch);
  const of = <Kind extends StatementPart['kind']>(kind: Kind) =>
    parts.filter((part): part is Extract<StatementPart, { kind: Kind }> => part.kind === kind);
  return {
    format: file.format,
    profile: file.profile,
    begins: of('statement'),
    rows: of('row'),
    faults: of('fault'),
    warnings: of('warning'),
    ends: of('statement-end'),
    digest: of('end')[0]?.digest ?? '',
  };
}

/** Why a file is refused as a whole: message and hint; null when it is not. */
export async function refusalOf(
  input: string | Uint8Array,
  options: StatementFileOptions = {},
): Promise<string | null> {
  try {
    await readStatements(input, options);
    return null;
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    return `${error.refusal.message} ${error.refusal.hint ?? ''}`;
  }
}

/** Amounts with sign and date, in the order of the file. */
export function moved(rows: readonly StatementRow[]): string[] {
  return rows.map(
    ({ direction, amount, bookingDate }) => `${direction === 'debit' ? '-' : ''}${amount} ${bookingDate}`,
  );
}

/** What statements add up to, in one line each. */
export function summed(ends: readonly StatementEnd[]): string[] {
  return ends.map(({ opening, closing, entries, credits, debits, ties }) => {
    const balance = (one: StatementEnd['opening']) =>
      one === null ? 'none' : `${one.negative ? '-' : ''}${one.amount}`;
    return `${balance(opening)} to ${balance(closing)}, ${entries} entries, in ${credits.sum} (${credits.count}), out ${debits.sum} (${debits.count}), ties ${ties}`;
  });
}

/** Text in a code page of one byte a letter, by looking each letter up. */
export function encoded(text: string, encoding: string): Uint8Array {
  const letters = [...new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))];
  return Uint8Array.from([...text].map((letter) => Math.max(0, letters.indexOf(letter))));
}
