import type { Query } from '../sql/dialect.ts';
import { textOf } from '../sql/dialect.ts';
import { bulkInsert, type RowsToInsert } from './bulk-insert.ts';
import { inOnePacket, type PostgresConnection } from './connection.ts';
import { type CopyingConnection, type CopyTarget, copyRows } from './copied-rows.ts';
import { type PlainInsert, plainInsert } from './plain-insert.ts';
import { POSTGRES } from './postgres-dialect.ts';
import { sentText } from './statements.ts';
import type { TableColumns } from './table-columns.ts';

/** Rows kept back before they are sent: enough to spare statements, few enough for the memory. */
const MANY_ROWS = 4000;
/** Its number is the last one's and one more, which the rows of one statement do not see of each other. */
const ONE_BY_ONE = 'audit_reads';

/** Tables that get rows by the thousand, parents first. No other table refers to them. */
const COPIED = ['payments', 'journal_entries', 'postings', 'batch_rows', 'unsealed', 'seals'];
/** From so many rows on it takes less time than to insert them. */
const MANY_COPIED = 100;

/** Rows a unit is to write, sent in as few statements as can be. */
export class GatheredRows {
  readonly #connection: PostgresConnection;
  readonly #tables: TableColumns;
  #rows = new Map<PlainInsert, (readonly unknown[])[]>();
  #count = 0;
  /** The answer to what was sent last without waiting for it. */
  #underWay: Promise<void> = Promise.resolve();

  constructor(connection: PostgresConnection, tables: TableColumns) {
    this.#connection = connection;
    this.#tables = tables;
  }

  /** Keeps the row of a statement that is a plain INSERT; false for every other. */
  add(text: string, values: readonly unknown[]): boolean {
    const insert = plainInsert(text, this.#tables.columnsOf);
    if (insert === null || insert.table === ONE_BY_ONE) return false;
    const rows = this.#rows.get(insert);
    if (rows === undefined) this.#rows.set(insert, [values]);
    else rows.push(values);
    this.#count += 1;
    return true;
  }

  /** Forgets what was not sent. */
  clear(): void {
    this.#rows = new Map();
    this.#count = 0;
  }

  /** Sends what was kept; the promise is of its answer, and of those before it. */
  async send(): Promise<void> {
    const [before, last] = await Promise.allSettled([this.#underWay, this.#sendKept()]);
    if (before.status === 'rejected') throw before.reason;
    if (last.status === 'rejected') throw last.reason;
  }

  /**
   * Sends what was kept if it is much, without waiting for its answer: while the server takes it the next rows are
   * made. It is one such statement ahead and no more.
   */
  async sendMany(): Promise<void> {
    if (this.#count < MANY_ROWS) return;
    await this.#underWay;
    this.#underWay = this.#sendKept();
    this.#underWay.catch(() => {});
    // It leaves when the event loop has its turn.
    await new Promise((resolve) => setImmediate(resolve));
  }

  async #sendKept(): Promise<void> {
    if (this.#count === 0) return;
    const groups = [...this.#rows].map(([insert, rows]) => ({ insert, rows }));
    this.clear();
    const copied = groups.filter(isCopied).sort((a, b) => placeOf(a) - placeOf(b));
    const inserted = groups.filter((group) => !copied.includes(group));
    const { client } = this.#connection;
    inOnePacket(client);
    const answers: Promise<unknown>[] = [];
    // First: what is copied may refer to it.
    if (inserted.length > 0) {
      const { text, values } = bulkInsert(inserted, this.#tables);
      answers.push(client.query({ name: sentText(text).name, text, values: [...values] }));
    }
    for (const { insert, rows } of copied) answers.push(copyRows(client, copyTargetOf(insert), rows));
    for (const answer of await Promise.allSettled(answers)) {
      if (answer.status === 'rejected') throw answer.reason;
    }
  }
}

function isCopied({ insert, rows }: RowsToInsert): boolean {
  return rows.length >= MANY_COPIED && COPIED.includes(insert.table);
}

function placeOf({ insert }: RowsToInsert): number {
  return COPIED.indexOf(insert.table);
}

function copyTargetOf({ table, columns, expressions }: PlainInsert): CopyTarget {
  const hexAt = new Set(expressions.flatMap((expression, at) => (expression === '?' ? [] : [at])));
  return { table, columns, hexAt };
}

/**
 * A connection whose plain INSERTs are kept back until anything is read. `keepsPolicy`: nobody can change the policy
 * before the end of the transaction, so that it is read once.
 */
export function gatheringOn(
  connection: PostgresConnection,
  rows: GatheredRows,
  keepsPolicy = false,
): CopyingConnection {
  /** Both are on their way at once: the server answers them in order. */
  const after = async <T>(read: () => Promise<T>): Promise<T> => {
    const [sent, answer] = await Promise.allSettled([rows.send(), read()]);
    if (sent.status === 'rejected') throw sent.reason;
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  };
  return {
    dialect: POSTGRES,
    ...(keepsPolicy ? { ends: { areKept: true, policy: null } } : {}),
    get: <Row>(query: Query, ...values: readonly unknown[]) =>
      after(() => connection.get<Row>(query, ...values)),
    all: <Row>(query: Query, ...values: readonly unknown[]) =>
      after(() => connection.all<Row>(query, ...values)),
    visit: <Row>(query: Query, values: readonly unknown[], see: (row: Row) => void) =>
      after(() => connection.visit<Row>(query, values, see)),
    copy: async (target, many) => {
      await rows.send();
      await connection.copy(target, many);
    },
    run: async (query, ...values) => {
      if (!rows.add(textOf(query, POSTGRES), values)) return after(() => connection.run(query, ...values));
      await rows.sendMany();
      return 1;
    },
  };
}
