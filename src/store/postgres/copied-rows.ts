import { type Connection, type PoolClient, Query } from 'pg';
import type { SqlConnection } from '../sql/sql-connection.ts';

/** A place for rows: a table and its columns in the order of the values. */
export interface CopyTarget {
  readonly table: string;
  readonly columns: readonly string[];
  /** Places of columns of bytes whose values are in hexadecimal. */
  readonly hexAt?: ReadonlySet<number>;
}

/** A connection that takes many rows at once. */
export interface CopyingConnection extends SqlConnection {
  copy(target: CopyTarget, rows: readonly (readonly unknown[])[]): Promise<void>;
}

const NOWHERE: ReadonlySet<number> = new Set();
/** What text of COPY cannot hold as it is. */
const SPECIAL = /[\\\n\r\t]/;
const ALL_SPECIAL = /[\\\n\r\t]/g;
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Adds rows by COPY, which takes a third of the time of an INSERT of as many. */
export function copyRows(
  client: PoolClient,
  { table, columns, hexAt = NOWHERE }: CopyTarget,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  if (rows.length === 0) return Promise.resolve();
  const names = columns.map((column) => `"${column}"`).join(', ');
  let lines = '';
  for (const row of rows) lines += lineOf(row, hexAt);
  const content = Buffer.from(lines);
  return new Promise((resolve, reject) => {
    const copy = new Copy(`COPY ${table} (${names}) FROM STDIN`, content);
    copy.on('end', () => resolve());
    copy.on('error', reject);
    client.query(copy);
  });
}

/**
 * Sends the rows along with the statement, before the server asks for them: others may be sent behind it at once. A
 * server that refuses the statement passes over them.
 */
class Copy extends Query {
  readonly #text: string;
  readonly #content: Buffer;

  constructor(text: string, content: Buffer) {
    super({ text });
    this.#text = text;
    this.#content = content;
  }

  override submit = (connection: Connection): void => {
    const server = connection as ServerConnection;
    server.query(this.#text);
    server.sendCopyFromChunk(this.#content);
    server.endCopyFrom();
  };

  handleCopyInResponse(): void {}
}

/** What the client has for this and its types do not say. */
interface ServerConnection extends Connection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

function lineOf(row: readonly unknown[], hexAt: ReadonlySet<number>): string {
  let line = '';
  for (let at = 0; at < row.length; at++) {
    const value = row[at];
    const field = hexAt.has(at) && value !== null ? `\\\\x${value}` : fieldOf(value);
    line = at === 0 ? field : `${line}\t${field}`;
  }
  return `${line}\n`;
}

function fieldOf(value: unknown): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  if (typeof value !== 'string') throw new TypeError(`cannot be copied: ${typeof value}`);
  return SPECIAL.test(value)
    ? value.replace(ALL_SPECIAL, (character) => ESCAPED[character] as string)
    : value;
}
