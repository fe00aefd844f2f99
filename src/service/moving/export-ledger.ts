import { createHash } from 'node:crypto';
import { MOVED_GROUPS } from '../../store/moved-groups.ts';
import type { MovedCursor } from '../../store/moving-port.ts';
import type { ReadTx } from '../../store/port.ts';
import { factLine } from './event-line.ts';
import { factsOf, type MovedBook, movedBook } from './moved-book.ts';

/** Names the format and its version; a program that knows a lower one refuses the file. */
export const EVENT_FORMAT = 'loandesk-ledger';
export const EVENT_FORMAT_VERSION = 2;

/** A fact is missing of a ledger that is being exported: it is damaged. */
export class UnexportableLedger extends Error {}

/**
 * Writes every fact of a ledger as lines of JSON: a header, the facts in an order in which they can be replayed, and a
 * line of what they add up to with the digest of all lines before it. Answers what they add up to. `give` gets whole
 * lines, a page at a time. Throws UnexportableLedger when an entry or an audit record has no seal.
 */
export async function exportLedger(
  tx: ReadTx,
  give: (text: string) => Promise<void>,
  onFacts: (written: number, all: number) => void = () => {},
): Promise<MovedBook> {
  const book = await movedBook(tx);
  const hash = createHash('sha256');
  const write = async (text: string): Promise<void> => {
    hash.update(text);
    await give(text);
  };
  const header = {
    format: EVENT_FORMAT,
    version: EVENT_FORMAT_VERSION,
    earlier_rules_through: await tx.policy.earlierRulesThrough(),
    counts: book.counts,
  };
  await write(`${JSON.stringify(header)}\n`);
  const all = factsOf(book);
  let written = 0;
  for (const group of MOVED_GROUPS) {
    let from: MovedCursor | null = null;
    do {
      const page: Awaited<ReturnType<ReadTx['moving']['page']>> = await tx.moving.page(group, from);
      if (page.facts.length > 0) await write(`${page.facts.map(factLine).join('\n')}\n`);
      written += page.facts.length;
      onFacts(written, all);
      from = page.next;
    } while (from !== null);
  }
  if (written !== all) {
    throw new UnexportableLedger(`${all} facts are in the ledger and ${written} of them can be exported.`);
  }
  await give(`${JSON.stringify({ end: true, ...book, sha256: hash.digest('hex') })}\n`);
  return book;
}
