import { CsvMovements, type HistoryForm } from './csv-movement.ts';
import { type CsvRow, csvRows } from './csv-rows.ts';
import { DerivedIds } from './derived-ids.ts';
import { HistoryEvidence } from './history-evidence.ts';
import { findHistoryLayout, type HistoryLayout, unreadHeadings } from './history-layout.ts';
import type { HistoryOwner, HistoryRow, HistoryText } from './history-row.ts';
import type { ZoneClock } from './local-time.ts';
import { unusableFlag } from './refused-file.ts';
import type { ReadOptions } from './user-file-options.ts';

const UTC: ZoneClock = () => 0;

/** A history of any bank. */
const OF_A_BANK: HistoryForm = {
  typeOf: () => 'unknown',
  keyOf: ({ timestampSeconds, amount, currency, event }, reference, details) => {
    const content = [timestampSeconds, amount, currency, event];
    return reference === '' ? ['csv', ...content, details] : ['csv', reference, ...content];
  },
  isReceipted: false,
};

/**
 * Reads a transaction history from delimited text, its columns told by a map or by their headings. The file is read
 * twice: first for what only whole columns can say (decimal mark, order of day and month, what signs mean), then for
 * its rows. Throws a {@link RefusedFile} that names the flag when the columns leave one of these open.
 */
export async function* csvHistory(
  text: HistoryText,
  owner: HistoryOwner,
  options: ReadOptions,
): AsyncGenerator<HistoryRow> {
  const layout = await findHistoryLayout(text, options.columnsMap);
  yield* historyRows(text, owner, options, { layout, form: OF_A_BANK });
}

/** The rows of a history whose columns were found. */
export async function* historyRows(
  text: HistoryText,
  owner: HistoryOwner,
  options: ReadOptions,
  { layout, form }: { readonly layout: HistoryLayout; readonly form: HistoryForm },
): AsyncGenerator<HistoryRow> {
  if (options.status !== null && layout.places.status === undefined) {
    throw unusableFlag(text.source, '--status', 'it has no column that is known to be a status');
  }
  const evidence = new HistoryEvidence(layout, options.status, text.source);
  for await (const row of rowsBelow(text, layout)) evidence.see(row);
  const decision = evidence.decide(options, owner.accountType);
  const { currency, status } = options;
  const clock = options.clock ?? UTC;
  const ids = new DerivedIds();
  const movements = new CsvMovements({ layout, form, decision, owner, ids, clock, currency, status });
  const unread = unreadHeadings(layout);
  for (const notice of [
    ...(unread.length === 0 ? [] : [`not read: the ${inWords(unread)}`]),
    ...(decision.notice === null ? [] : [decision.notice]),
  ]) {
    yield { line: layout.headingLine, value: null, notice };
  }
  for await (const row of rowsBelow(text, layout)) yield movements.row(row);
}

function inWords(headings: readonly string[]): string {
  return `${headings.length === 1 ? 'column' : 'columns'} ${headings.map((heading) => `"${heading}"`).join(', ')}`;
}

/** The rows below the headings that have anything in them. */
async function* rowsBelow(text: HistoryText, layout: HistoryLayout): AsyncGenerator<CsvRow> {
  for await (const row of csvRows(text.read(), { delimiter: layout.delimiter, quoted: true })) {
    if (row.line <= layout.headingLine) continue;
    if (row.unreadable !== undefined || row.cells.some((cell) => cell.trim() !== '')) yield row;
  }
}
