import type { OccurrenceNumbers } from '../../domain/occurrence-numbers.ts';
import { type PlacedRow, type RowOfKey, rowsOfOneKey } from '../../domain/rows-of-one-key.ts';
import type { ReadTx } from '../../store/port.ts';
import type { KnownRow, UndoneRow } from '../../store/receipt-port.ts';
import { breathe } from '../breathing.ts';
import { apartKey, apartRows, isApart } from './apart-rows.ts';
import { type Freed, findKnownAgain, takeSecondLives, takesSecondLife } from './known-rows.ts';
import type { PlannedRow } from './planned-row.ts';
import type { RowsOfKey } from './rows-by-key.ts';
import { loanOf, type Ranked, ToldLoans } from './told-loans.ts';

type Placed = PlacedRow<Ranked<KnownRow>, Ranked<UndoneRow>>;

/** What is known of the file whose rows share keys. */
interface FileOfKeys {
  /** Of its bytes. */
  readonly digest: string;
}

/** Marks rows of a bank that share a key, with each other or with several before, by their loans: all rows of the file that do. */
export async function placeByLoan(tx: ReadTx, shared: readonly RowsOfKey[], file: FileOfKeys): Promise<void> {
  if (shared.length === 0) return;
  const named = shared.flatMap(({ rows }) => rows.filter((row) => loanOf(row) !== null));
  const apart = await apartRows(tx, named);
  const told = await ToldLoans.of(
    tx,
    shared.flatMap(({ standing, undone }) => [...standing, ...undone]),
  );
  const mayBe = await mayBeOf(tx, shared, file);
  const again: PlannedRow[] = [];
  const freed: Freed[] = [];
  for (const { rows, standing, undone } of shared) {
    const own = [...new Set(rows.map(apartKey))].flatMap((key) => apart.get(key) ?? []);
    const known = {
      standing: [...standing.map((one) => told.ranked(one)), ...own.flatMap((each) => each.standing)],
      undone: [...undone.map((one) => told.ranked(one)), ...own.flatMap((each) => each.undone)],
    };
    const places = rowsOfOneKey(rows.map(asRowOfKey), known, {
      isLoose: ({ row }) => row.isOfPayer,
      mayBe: ({ row }, { one }) => mayBe(row, one),
    });
    places.forEach((place, at) => {
      const row = rows[at] as PlannedRow;
      if (place.is === 'in_doubt') putApart(row, place, apart.get(apartKey(row))?.numbers);
      else if (takesPlace(row, place)) again.push(row);
      if (place.is === 'new') freed.push(...place.was.map(({ one }) => ({ row, was: one })));
    });
    await breathe();
  }
  await takeSecondLives(tx, freed);
  await findKnownAgain(tx, again);
}

/** Whether a row may be one that went to another loan than it names; what has to be read for it is. */
async function mayBeOf(
  tx: ReadTx,
  shared: readonly RowsOfKey[],
  file: FileOfKeys,
): Promise<(row: PlannedRow, known: KnownRow) => boolean> {
  const batchIds = new Set(shared.flatMap(({ standing }) => standing.map(({ batchId }) => batchId)));
  const batches = await tx.receipts.batchesByIds([...batchIds]);
  const ofFile = new Set(
    batches.filter(({ digest }) => digest === file.digest).map(({ batchId }) => batchId),
  );
  const ofPayers = shared.filter(({ rows }) => rows.some(({ isOfPayer }) => isOfPayer));
  const merchants = await merchantsOf(
    tx,
    ofPayers.flatMap((one) => [...one.rows, ...one.standing].map(({ loanId }) => loanId)),
  );
  return (row, known) => {
    // The same bytes have the same row there: only a name of a loan was given to another since.
    if (ofFile.has(known.batchId) && row.occurrence === known.occurrence) return true;
    return row.isOfPayer && merchants.get(row.loanId) === merchants.get(known.loanId);
  };
}

function asRowOfKey(row: PlannedRow): RowOfKey & { readonly row: PlannedRow } {
  return { row, occurrence: row.occurrence, loanId: loanOf(row) };
}

/** Takes what a row is among those of its key; true when it is under another key now, and may be known by that. */
function takesPlace(row: PlannedRow, place: Exclude<Placed, { is: 'in_doubt' }>): boolean {
  if (place.is === 'known') {
    const { one: before } = place.before;
    if (before.rowKey !== row.key) row.takeKey(before.rowKey);
    return takesSecondLife(row, before);
  }
  const { occurrence, was } = place;
  const apart = occurrence < 1 ? was.find((one) => one.occurrence === occurrence) : undefined;
  // It was put apart, and is so again.
  if (apart !== undefined) row.takeKey(apart.one.rowKey);
  row.takeOccurrence(apart?.one.occurrence ?? occurrence);
  return false;
}

/** Holds a row that may be one before, under a key of its own. */
function putApart(
  row: PlannedRow,
  { before, was }: Extract<Placed, { is: 'in_doubt' }>,
  numbers: OccurrenceNumbers | undefined,
): void {
  const { paymentId, heldId, batchId } = before.one;
  const wentTo = before.loanId === null ? 'waits for review' : `went to ${before.loanId}`;
  const reason = `${paymentId ?? heldId} of batch ${batchId} has its reference, amount and date and ${wentTo}, this names ${row.loanId}: match it if it is another payment, else dismiss it`;
  row.takeKey(apartKey(row));
  const apart = was.filter(isApart).map(({ one }) => one);
  if (numbers !== undefined) row.takeOccurrence(numbers.next(apart));
  row.hold('equals_imported_row', reason, [row.loanId as string]);
}

async function merchantsOf(
  tx: ReadTx,
  loanIds: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const ids = [...new Set(loanIds)].filter((loanId) => loanId !== null);
  if (ids.length === 0) return new Map();
  return new Map((await tx.loans.byIds(ids)).map(({ loan }) => [loan.loanId, loan.merchantId]));
}
