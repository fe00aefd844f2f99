import { type PlacedRow, type RowOfKey, rowsOfOneKey } from '../../domain/rows-of-one-key.ts';
import type { ReadTx } from '../../store/port.ts';
import type { KnownRow, UndoneRow } from '../../store/receipt-port.ts';
import { breathe } from '../breathing.ts';
import {
  type Freed,
  findKnownAgain,
  rowsByKeys,
  takeSecondLives,
  takesSecondLife,
  undoneRowsByKeys,
} from './known-rows.ts';
import type { PlannedRow } from './planned-row.ts';
import { rowDigest } from './row-digest.ts';

/** The rows of a file that share a key with each other or with several before, and what there is of it. */
interface SharedKey {
  readonly rows: PlannedRow[];
  readonly standing: readonly KnownRow[];
  readonly undone: readonly UndoneRow[];
}

/** Keys of a file that several rows have, of it or before: their rows are placed together, by their loans. */
export class SharedKeys {
  readonly #tx: ReadTx;
  readonly #file: { readonly digest: string };
  readonly #shared = new Map<string, SharedKey>();

  constructor(tx: ReadTx, file: { readonly digest: string }) {
    this.#tx = tx;
    this.#file = file;
  }

  /** Takes a row whose key is one of them already; false: it is none. */
  takes(row: PlannedRow): boolean {
    const shared = this.#shared.get(row.key);
    shared?.rows.push(row);
    return shared !== undefined;
  }

  /** Takes the first row of a key, and all that was imported under it. */
  begin(row: PlannedRow, standing: readonly KnownRow[], undone: readonly UndoneRow[]): void {
    this.#shared.set(row.key, { rows: [row], standing, undone });
  }

  /** Marks them, once all rows of the file are there. */
  async place(): Promise<void> {
    const shared = [...this.#shared.values()];
    this.#shared.clear();
    if (shared.length === 0) return;
    const apart = await this.#putApart(shared);
    const loans = await this.#loansOfHeld(shared);
    const mayBe = await this.#mayBe(shared);
    const again: PlannedRow[] = [];
    const freed: Freed[] = [];
    for (const { rows, standing, undone } of shared) {
      const own = [...new Set(rows.map(keyOnAnotherLoan))].flatMap((key) => apart.get(key) ?? []);
      const stands = new Set(standing.map(({ occurrence }) => occurrence));
      const counted = <Row extends KnownRow | UndoneRow>(one: Row) => ({
        occurrence: one.occurrence,
        loanId: one.loanId ?? loans.get(one.heldId) ?? null,
        one,
      });
      const known = {
        standing: [...standing.map(counted), ...own.flatMap((each) => each.standing)],
        undone: [
          // What stands again is one row, not two.
          ...undone.filter(({ occurrence }) => !stands.has(occurrence)).map(counted),
          ...own.flatMap((each) => each.undone),
        ],
      };
      const places = rowsOfOneKey(rows.map(asRowOfKey), known, {
        isLoose: ({ row }) => row.isOfPayer,
        mayBe: ({ row }, { one }) => mayBe(row, one),
      });
      places.forEach((place, at) => {
        const row = rows[at] as PlannedRow;
        if (takesPlace(row, place)) again.push(row);
        if (place.is === 'new') freed.push(...place.was.map(({ one }) => ({ row, was: one })));
      });
      await breathe();
    }
    await takeSecondLives(this.#tx, freed);
    await findKnownAgain(this.#tx, again);
  }

  /** What was put apart because an earlier row of another loan has its reference, by its key. */
  async #putApart(shared: readonly SharedKey[]): Promise<ReadonlyMap<string, Apart>> {
    const loans = new Map<string, string | null>();
    for (const { rows } of shared) {
      for (const row of rows) if (loanOf(row) !== null) loans.set(keyOnAnotherLoan(row), row.loanId);
    }
    const keys = [...loans.keys()];
    const standing = Map.groupBy(await rowsByKeys(this.#tx, keys), ({ rowKey }) => rowKey);
    const undone = Map.groupBy(await undoneRowsByKeys(this.#tx, keys), ({ rowKey }) => rowKey);
    return new Map(
      [...loans].map(([key, loanId], at) => {
        // They came before all others of their loan, and share no number with those of another.
        const placed = <Row extends RowOfKey>(one: Row) => ({
          loanId,
          occurrence: one.occurrence - BEFORE_ALL * (at + 1),
          one,
        });
        const again = standing.get(key) ?? [];
        const stands = new Set(again.map(({ occurrence }) => occurrence));
        const was = (undone.get(key) ?? []).filter(({ occurrence }) => !stands.has(occurrence));
        return [key, { standing: again.map(placed), undone: was.map(placed) }];
      }),
    );
  }

  /** The loan each held row is for: that it was matched to while its batch stood, else the one it names. */
  async #loansOfHeld(shared: readonly SharedKey[]): Promise<ReadonlyMap<string | null, string>> {
    const ids = shared.flatMap(({ standing, undone }) =>
      [...standing, ...undone].flatMap(({ heldId }) => heldId ?? []),
    );
    const held = ids.length === 0 ? [] : await this.#tx.receipts.heldByIds(ids);
    return new Map(
      held.flatMap(({ heldId, code, suggestionsJson, steps }) => {
        const isUndone = steps.some(({ kind }) => kind === 'undone');
        const matched = new Set(isUndone ? [] : steps.flatMap(({ loanId }) => loanId ?? []));
        const named = NAMES_NO_LOAN.includes(code) ? [] : (JSON.parse(suggestionsJson) as string[]);
        const [loan, more] = matched.size > 0 ? matched : named;
        return loan === undefined || more !== undefined ? [] : [[heldId, loan] as const];
      }),
    );
  }

  /** Whether a row may be one that went to another loan than it names; what has to be read for it is. */
  async #mayBe(shared: readonly SharedKey[]): Promise<(row: PlannedRow, known: KnownRow) => boolean> {
    const batchIds = new Set(shared.flatMap(({ standing }) => standing.map(({ batchId }) => batchId)));
    const batches = await this.#tx.receipts.batchesByIds([...batchIds]);
    const ofFile = new Set(
      batches.filter(({ digest }) => digest === this.#file.digest).map(({ batchId }) => batchId),
    );
    const ofPayers = shared.filter(({ rows }) => rows.some(({ isOfPayer }) => isOfPayer));
    const merchants = await merchantsOf(
      this.#tx,
      ofPayers.flatMap((one) => [...one.rows, ...one.standing].map(({ loanId }) => loanId)),
    );
    return (row, known) => {
      // The same bytes have the same row there: only a name of a loan was given to another since.
      if (ofFile.has(known.batchId) && row.occurrence === known.occurrence) return true;
      return row.isOfPayer && merchants.get(row.loanId) === merchants.get(known.loanId);
    };
  }
}

/** What was put apart from a key for a loan. */
interface Apart {
  readonly standing: readonly Ranked<KnownRow>[];
  readonly undone: readonly Ranked<UndoneRow>[];
}

/** A row imported before with the loan and the number it counts with. */
type Ranked<Row> = RowOfKey & { readonly one: Row };

/** More than a file has rows. */
const BEFORE_ALL = 1_000_000_000;
/** Held rows whose suggestions are only worth a look. */
const NAMES_NO_LOAN: readonly string[] = [
  'no_match',
  'ambiguous',
  'unknown_loan',
  'other_currency',
  'returned_payment',
  'returned_debit',
];

/** The loan a row counts with among those of its key; null: it names none. */
export function loanOf({ outcome, loanId }: PlannedRow): string | null {
  return outcome === 'post' ? loanId : null;
}

function asRowOfKey(row: PlannedRow): RowOfKey & { readonly row: PlannedRow } {
  return { row, occurrence: row.occurrence, loanId: loanOf(row) };
}

/** Takes what a row is among those of its key; true when it is under another key now, and may be known by that. */
function takesPlace(row: PlannedRow, place: PlacedRow<Ranked<KnownRow>, Ranked<UndoneRow>>): boolean {
  if (place.is === 'known') {
    const { one: before } = place.before;
    if (before.rowKey !== row.key) row.takeKey(before.rowKey);
    return takesSecondLife(row, before);
  }
  if (place.is === 'new') {
    const { occurrence, was } = place;
    const apart = occurrence < 1 ? was.find((one) => one.occurrence === occurrence) : undefined;
    // It was put apart, and is so again.
    if (apart !== undefined) row.takeKey(apart.one.rowKey);
    row.takeOccurrence(apart?.one.occurrence ?? occurrence);
    return false;
  }
  const { loanId, one } = place.before;
  const { paymentId, heldId, batchId } = one;
  const reason = `${paymentId ?? heldId} of batch ${batchId} has its reference, amount and date and went to ${loanId}, this names ${row.loanId}: match it if it is another payment, else dismiss it`;
  row.hold('equals_imported_row', reason, [row.loanId as string]);
  row.takeKey(keyOnAnotherLoan(row));
  row.takeOccurrence(place.rank);
  return false;
}

/** Under which a row is held because an earlier one of another loan has its reference. */
function keyOnAnotherLoan({ key, loanId }: PlannedRow): string {
  return rowDigest(JSON.stringify(['another loan', key, loanId]));
}

async function merchantsOf(
  tx: ReadTx,
  loanIds: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const ids = [...new Set(loanIds)].filter((loanId) => loanId !== null);
  if (ids.length === 0) return new Map();
  return new Map((await tx.loans.byIds(ids)).map(({ loan }) => [loan.loanId, loan.merchantId]));
}
