import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import type { LineFault } from '../../domain/data-fields.ts';
import {
  type FlagLine,
  readUserDataLine,
  type TransactionLine,
  type UserDataLine,
  type UserLine,
} from '../../domain/user-data.ts';
import type { UpsertOutcome, WriteTx } from '../../store/port.ts';
import type { TransactionRecord, UserRecord } from '../../store/records.ts';
import type { Call, WriteHandler } from '../call.ts';
import { ImportTally, kindOf, type Placed, unknownParent } from '../import-tally.ts';

type Kind = UserDataLine['kind'];

const KINDS: readonly Kind[] = ['user', 'transaction', 'flag'];

/**
 * Takes one batch of records into the data set: users, then transactions and flags, so that a user may stand
 * anywhere in the same batch before what is theirs. Bad records are answered, never stop good ones.
 */
export const handle: WriteHandler<OperationInput<'users.import'>, OperationOutput<'users.import'>> = async (
  tx,
  input,
  call,
) => {
  if (input.assumed !== undefined) await takeAll(input.assumed, new ImportBatch(tx, call));
  const work = new ImportBatch(tx, call);
  await takeAll(input.records, work);
  return { value: work.tally.result, audit: work.tally.audit(work.touched) };
};

async function takeAll(records: OperationInput<'users.import'>['records'], work: ImportBatch): Promise<void> {
  for (const { line, source, value } of records) {
    const read = readUserDataLine(value);
    if ('fault' in read) work.tally.refuse({ line, source, value }, kindOf(value, KINDS), read.fault);
    else work.add({ line, source, value: read });
  }
  await work.store();
}

class ImportBatch {
  readonly tally = new ImportTally();
  /** Ids of the users this batch says something of. */
  readonly touched = new Set<string>();
  readonly #tx: WriteTx;
  readonly #call: Call;
  readonly #users: Placed<UserLine>[] = [];
  readonly #transactions: Placed<TransactionLine>[] = [];
  readonly #flags: Placed<FlagLine>[] = [];
  readonly #userById = new Map<string, UserRecord>();
  /** Line each new user of this batch stands on: what is theirs may only follow. */
  readonly #declaredOnLine = new Map<string, number>();
  /** Users whose transactions or flags are not as they were. */
  readonly #changed = new Set<string>();

  constructor(tx: WriteTx, call: Call) {
    this.#tx = tx;
    this.#call = call;
  }

  add(placed: Placed<UserDataLine>): void {
    const { line, source, value } = placed;
    if (value.kind === 'user') this.#users.push({ line, source, value });
    else if (value.kind === 'transaction') this.#transactions.push({ line, source, value });
    else this.#flags.push({ line, source, value });
  }

  async store(): Promise<void> {
    const named = new Set<string>();
    for (const { value } of [...this.#users, ...this.#transactions, ...this.#flags]) named.add(value.userId);
    for (const user of await this.#tx.users.byIds([...named])) this.#userById.set(user.userId, user);
    await this.#upsertUsers();
    await this.#upsertTransactions();
    await this.#upsertFlags();
    await this.#tx.update.userLastUpdated([...this.#changed], this.#call.now);
  }

  async #upsertUsers(): Promise<void> {
    const rows = this.#users.map(({ line, value }) => {
      const known = this.#userById.get(value.userId);
      const row = userRecord(value, known, this.#call);
      if (known === undefined) this.#declaredOnLine.set(value.userId, line);
      if (!isOlder(row, known)) this.#userById.set(row.userId, row);
      this.touched.add(row.userId);
      return row;
    });
    this.tally.count('user', await this.#tx.upsert.users(rows));
  }

  async #upsertTransactions(): Promise<void> {
    const owned = this.#transactions.filter((placed) => this.#hasOwner(placed, 'transaction'));
    const known = await this.#knownByContent(owned);
    const rows: TransactionRecord[] = [];
    for (const placed of owned) {
      const { kind: _, idIsOfContent: __, ...row } = placed.value;
      const other = known.get(transactionKey(row));
      if (other !== undefined && isAnother(other, row)) {
        this.tally.refuse(placed, 'transaction', collidingId(row.id));
      } else rows.push(row);
    }
    this.#countOwned('transaction', rows, await this.#tx.upsert.transactions(rows));
  }

  /** The transactions in the ledger under ids that were derived from content. */
  async #knownByContent(placed: readonly Placed<TransactionLine>[]): Promise<Map<string, TransactionRecord>> {
    const idsByUser = new Map<string, number[]>();
    for (const { value } of placed) {
      if (!value.idIsOfContent) continue;
      const ids = idsByUser.get(value.userId);
      if (ids === undefined) idsByUser.set(value.userId, [value.id]);
      else ids.push(value.id);
    }
    const known = new Map<string, TransactionRecord>();
    for (const [userId, ids] of idsByUser) {
      for (const row of await this.#tx.users.transactionsByIds(userId, ids))
        known.set(transactionKey(row), row);
    }
    return known;
  }

  async #upsertFlags(): Promise<void> {
    const rows = this.#flags
      .filter((placed) => this.#hasOwner(placed, 'flag'))
      .map(({ value: { kind: _, ...row } }) => row);
    this.#countOwned('flag', rows, await this.#tx.upsert.flags(rows));
  }

  /** Refuses a record whose user is neither in the ledger nor before it in the files. */
  #hasOwner(placed: Placed<TransactionLine | FlagLine>, kind: Kind): boolean {
    const { userId } = placed.value;
    const declared = this.#declaredOnLine.get(userId) ?? 0;
    if (this.#userById.has(userId) && declared <= placed.line) return true;
    this.tally.refuse(placed, kind, unknownParent('user_id', userId));
    return false;
  }

  #countOwned(
    kind: Kind,
    rows: readonly { readonly userId: string }[],
    outcomes: readonly UpsertOutcome[],
  ): void {
    this.tally.count(kind, outcomes);
    for (const [at, { userId }] of rows.entries()) {
      this.touched.add(userId);
      if (outcomes[at] !== 'unchanged') this.#changed.add(userId);
    }
  }
}

function userRecord(line: UserLine, known: UserRecord | undefined, call: Call): UserRecord {
  return {
    userId: line.userId,
    permissionsStatus: line.permissionsStatus,
    userName: line.userName ?? known?.userName ?? '',
    userPhone: line.userPhone ?? known?.userPhone ?? '',
    createdAt: line.createdAt,
    createdAtMs: line.createdAtMs,
    updatedAt: line.updatedAtMs === null ? null : new Date(line.updatedAtMs).toISOString(),
    lastUpdated: call.now,
  };
}

function isOlder(row: UserRecord, known: UserRecord | undefined): boolean {
  const [now, before] = [row.updatedAt, known?.updatedAt ?? null];
  return now !== null && before !== null && now < before;
}

function transactionKey(row: { readonly userId: string; readonly id: number }): string {
  return `${row.id} ${row.userId}`;
}

/** Whether two transactions under one id made of their content have different content. */
function isAnother(known: TransactionRecord, row: TransactionRecord): boolean {
  return (
    known.amountPiastres !== row.amountPiastres ||
    known.timestampSeconds !== row.timestampSeconds ||
    known.event !== row.event
  );
}

function collidingId(id: number): LineFault {
  return {
    field: 'id',
    value: String(id),
    reason: 'another transaction of the user has the same derived id',
  };
}
