import { CAMT_HEADINGS } from './camt-statement.ts';
import { camtStatements } from './camt-statements.ts';
import { MT_HEADINGS } from './mt-row.ts';
import { mtStatements } from './mt-statements.ts';
import { paymentLines } from './payment-lines.ts';
import type { TextFormat } from './statement-format.ts';
import type { StatementReadOptions } from './statement-options.ts';
import type { StatementPart } from './statement-part.ts';

/** The text of a file in a format that is no table, and what is said of it. */
export interface StatementText {
  readonly source: string;
  readonly text: AsyncIterable<string>;
  /** The same once more; null of a stream that is too long to be held. */
  readonly again: (() => AsyncIterable<string>) | null;
  readonly said: StatementReadOptions;
}

/** Reads a text by its format. */
export async function* statementsOf(
  format: TextFormat,
  { source, text, again, said }: StatementText,
): AsyncGenerator<readonly StatementPart[]> {
  const { profile, decimal, dateOrder } = said;
  const account = profile?.account ?? null;
  const defaults = { account, currency: profile?.currency ?? null };
  switch (format) {
    case 'jsonl':
      return yield* paymentLines(text);
    case 'mt940':
    case 'mt942':
      return yield* mtStatements({ source, format, defaults, text, again });
    case 'ofx': {
      const { ofxStatements } = await import('./ofx-statements.ts');
      return yield* ofxStatements(text, source, defaults);
    }
    case 'bai2': {
      const { bai2Statements } = await import('./bai2-statements.ts');
      return yield* bai2Statements(text, source, defaults);
    }
    case 'qif': {
      const { qifStatements } = await import('./qif-statements.ts');
      const currency = defaults.currency ?? 'EGP';
      const form = {
        decimal: decimal ?? profile?.decimal ?? null,
        dateOrder: dateOrder ?? profile?.dateOrder ?? null,
      };
      // For its digest; the entries are read twice behind it.
      for await (const _ of text);
      return yield* qifStatements({
        source,
        account,
        currency,
        ...form,
        read: again as () => AsyncIterable<string>,
      });
    }
    default:
      return yield* camtStatements({ source, account, text, again });
  }
}

/** What a row of the format is called in a reject file. */
export function headingsOf(format: TextFormat): readonly string[] {
  if (format === 'jsonl') return ['payment'];
  if (format === 'mt940' || format === 'mt942') return MT_HEADINGS;
  if (format === 'ofx') return ['transaction'];
  if (format === 'qif') return ['entry'];
  return format === 'bai2' ? ['record'] : CAMT_HEADINGS;
}
