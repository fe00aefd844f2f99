import type { RowKeys } from '../../domain/row-key.ts';
import { type PlacedRow, type RowOfKey, rowsOfOneKey } from '../../domain/rows-of-one-key.ts';
import type { ReadTx } from '../../store/port.ts';
import type { KnownRow, UndoneRow } from '../../store/receipt-port.ts';
import {
  findKnownAgain,
  nameOf,
  nameOfKnown,
  rowsByKeys,
  secondLifeKey,
  suggestionsOf,
  takesSecondLife,
} from './known-rows.ts';
import type { PlannedRow } from './planned-row.ts';
import { rowDigest } from './row-digest.ts';
import type { PlacedStatement } from './statement-checks.ts';

/** What else tells whether a row of a file was imported before. */
export interface FileOfRows {
  /** Of its bytes. */
  readonly digest: string;
  /** Of its statements, by number. */
  readonly statements: ReadonlyMap<number, PlacedStatement>;
}

/** The rows of a file that share a key with each other or with several before, and what there is of it. */
interface SharedKey {
  readonly rows: PlannedRow[];
  readonly standing: readonly KnownRow[];
  readonly undone: readonly UndoneRow[];
}

/**
 * Marks the rows of a file that an earlier import has. For a person to look at are one whose payment was taken back
 * since, one without a reference of a statement that cannot have such a row, and one whose reference an earlier payment
 * of another loan has.
 */
export class RowsBefore {
  readonly #tx: ReadTx;
  readonly #file: FileOfRows;
  readonly #keys: RowKeys;
  readonly #shared = new Map<string, SharedKey>();

  /** `keys` has given all rows of the file their keys. */
  constructor(tx: ReadTx, file: FileOfRows, keys: RowKeys) {
    this.#tx = tx;
    this.#file = file;
    this.#keys = keys;
  }

  /** Marks some rows of the file, but for those whose key several have: see `placeShared`. */
  async findAmong(rows: readonly PlannedRow[]): Promise<void> {
    const keyed = rows.filter(({ key }) => key !== '');
    const keys = keyed.map(({ key }) => key);
    const known = Map.groupBy(await rowsByKeys(this.#tx, keys), ({ rowKey }) => rowKey);
    const undone = Map.groupBy(await this.#undone(keys), ({ rowKey }) => rowKey);
    const apart = await this.#heldByStatement(keyed);
    const again: PlannedRow[] = [];
    const freed: Freed[] = [];
    for (const row of keyed) {
      const standing = known.get(row.key) ?? [];
      const was = undone.get(row.key) ?? [];
      if (isToldByLoan(row) && standing.length + was.length > 0) {
        this.#share(row, standing, was, again);
        continue;
      }
      const put = apart.get(this.#statementKey(row) ?? '');
      const before = standing.find(({ occurrence }) => occurrence === row.occurrence);
      if (put !== undefined) {
        row.takeKey(put.rowKey);
        row.takeKnown(put);
      } else if (before === undefined) {
        for (const one of was) if (one.occurrence === row.occurrence) freed.push({ row, was: one });
      } else if (this.#isOfNewStatement(row, before) || takesSecondLife(row, before)) again.push(row);
    }
    await this.#takeSecondLives(freed);
    await findKnownAgain(this.#tx, again);
  }

  /** Marks the rows whose keys several have, once all rows of the file were given to `findAmong`. */
  async placeShared(): Promise<void> {
    const shared = [...this.#shared.values()];
    this.#shared.clear();
    if (shared.length === 0) return;
    const apart = await this.#heldByLoan(shared);
    const mayBe = await this.#mayBe(shared);
    const again: PlannedRow[] = [];
    const freed: Freed[] = [];
    for (const { rows, standing, undone } of shared) {
      const places = rowsOfOneKey(
        rows.map(asRowOfKey),
        { standing, undone },
        {
          apart: ({ row }, rank) => apart.get(nameOfApart(row, rank)) ?? null,
          mayBe: ({ row }, one) => mayBe(row, one),
        },
      );
      places.forEach((place, at) => {
        const row = rows[at] as PlannedRow;
        if (takesPlace(row, place)) again.push(row);
        if (place.is === 'new' && place.was !== null) freed.push({ row, was: place.was });
      });
    }
    await this.#takeSecondLives(freed);
    await findKnownAgain(this.#tx, again);
  }

  #share(
    row: PlannedRow,
    standing: readonly KnownRow[],
    undone: readonly UndoneRow[],
    again: PlannedRow[],
  ): void {
    const [only] = standing;
    const isAlone = this.#keys.countOf(row.key) === 1 && standing.length === 1 && undone.length === 0;
    if (isAlone && only !== undefined && only.loanId === asRowOfKey(row).loanId) {
      if (takesSecondLife(row, only)) again.push(row);
      return;
    }
    const shared = this.#shared.get(row.key);
    if (shared === undefined) this.#shared.set(row.key, { rows: [row], standing, undone });
    else shared.rows.push(row);
  }

  async #undone(keys: readonly string[]): Promise<readonly UndoneRow[]> {
    return keys.length === 0 ? [] : this.#tx.receipts.undoneRowsByKeys(keys);
  }

  /**
   * Rows whose batch was undone are free, unless their payment had been taken back before and they became another: then
   * they are that one.
   */
  async #takeSecondLives(freed: readonly Freed[]): Promise<void> {
    const paid = freed.filter(({ was }) => was.paymentId !== null);
    const keys = paid.map(({ was }) => secondLifeKey(was));
    const lives = new Map((await rowsByKeys(this.#tx, keys)).map((one) => [one.rowKey, one]));
    for (const { row, was } of paid) {
      const now = lives.get(secondLifeKey(was));
      if (now === undefined || row.isKnown) continue;
      row.takeSecondLife(now.rowKey);
      row.takeKnown(now);
    }
  }

  /** What was held because its statement cannot have a row that was imported before, by its key. */
  async #heldByStatement(rows: readonly PlannedRow[]): Promise<ReadonlyMap<string, KnownRow>> {
    if (this.#file.statements.size === 0) return new Map();
    const held = await rowsByKeys(
      this.#tx,
      rows.flatMap((row) => this.#statementKey(row) ?? []),
    );
    return new Map(held.map((one) => [one.rowKey, one]));
  }

  /** Under which a row without a reference is held that equals one of another statement; null: it has no such place. */
  #statementKey(row: PlannedRow): string | null {
    const statement = row.part.bank_reference ? undefined : this.#file.statements.get(row.part.statement);
    if (statement === undefined) return null;
    return rowDigest(JSON.stringify(['another statement', row.key, row.occurrence, statement.name]));
  }

  /** Holds a row without a reference that equals an earlier one though its statement begins where the earlier ones end. */
  #isOfNewStatement(row: PlannedRow, before: KnownRow): boolean {
    const key = this.#statementKey(row);
    if (key === null || !this.#file.statements.get(row.part.statement)?.isNew) return false;
    row.takeKey(key);
    if (row.outcome === 'not_a_repayment') return true;
    const became = before.paymentId ?? before.heldId ?? 'a row';
    const reason = `it equals ${became} of batch ${before.batchId}, and its statement goes on where that one ends: match it if it is another payment, else dismiss it`;
    row.hold('equals_imported_row', reason, suggestionsOf(row));
    return true;
  }

  /** What was held because an earlier row of another loan has its reference, by key and number. */
  async #heldByLoan(shared: readonly SharedKey[]): Promise<ReadonlyMap<string, KnownRow>> {
    const keys = new Set<string>();
    for (const { rows } of shared) {
      for (const row of rows) if (asRowOfKey(row).loanId !== null) keys.add(keyOnAnotherLoan(row));
    }
    const held = await rowsByKeys(this.#tx, [...keys]);
    return new Map(held.map((one) => [nameOfKnown(one), one]));
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

/** A row that was imported before with a batch that was undone. */
interface Freed {
  readonly row: PlannedRow;
  readonly was: UndoneRow;
}

/** Loans tell rows of one reference apart; in our own columns, and without a reference, all that a row says is its key. */
function isToldByLoan(row: PlannedRow): boolean {
  return row.account !== null && Boolean(row.part.bank_reference);
}

function asRowOfKey(row: PlannedRow): RowOfKey & { readonly row: PlannedRow } {
  return { row, occurrence: row.occurrence, loanId: row.outcome === 'post' ? row.loanId : null };
}

/** Takes what a row is among those of its key; true when it is under another key now, and may be known by that. */
function takesPlace(row: PlannedRow, place: PlacedRow<KnownRow, UndoneRow>): boolean {
  if (place.is === 'known') {
    const { before } = place;
    if (before.rowKey !== row.key) row.takeKey(before.rowKey);
    return takesSecondLife(row, before);
  }
  if (place.is === 'new') {
    row.takeOccurrence(place.occurrence);
    return false;
  }
  const { paymentId, batchId, loanId } = place.before;
  const reason = `${paymentId} of batch ${batchId} has its reference, amount and date and went to ${loanId}, this names ${row.loanId}: match it if it is another payment, else dismiss it`;
  row.hold('equals_imported_row', reason, [row.loanId as string]);
  row.takeKey(keyOnAnotherLoan(row));
  row.takeOccurrence(place.rank);
  return false;
}

/** Under which a row is held because an earlier one of another loan has its reference. */
function keyOnAnotherLoan({ key, loanId }: PlannedRow): string {
  return rowDigest(JSON.stringify(['another loan', key, loanId]));
}

function nameOfApart(row: PlannedRow, rank: number): string {
  return nameOf({ key: keyOnAnotherLoan(row), occurrence: rank });
}

async function merchantsOf(
  tx: ReadTx,
  loanIds: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const ids = [...new Set(loanIds)].filter((loanId) => loanId !== null);
  if (ids.length === 0) return new Map();
  return new Map((await tx.loans.byIds(ids)).map(({ loan }) => [loan.loanId, loan.merchantId]));
}
