import { type Connection, type PoolClient, Query } from 'pg';
import type { SqlConnection } from '../sql/sql-connection.ts';

/** A place for rows: a table and its columns in the order of the values. */
export interface CopyTarget {
  readonly table: string;
  readonly columns: readonly string[];
}

/** A connection that takes many rows at once. */
export interface CopyingConnection extends SqlConnection {
  copy(target: CopyTarget, rows: readonly (readonly unknown[])[]): Promise<void>;
}

/** What text of COPY cannot hold as it is. */
const SPECIAL = /[\\\n\r\t]/;
const ALL_SPECIAL = /[\\\n\r\t]/g;
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Adds rows by COPY, which takes a third of the time of an INSERT of as many. Nothing else may be sent meanwhile. */
export function copyRows(
  client: PoolClient,
  { table, columns }: CopyTarget,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  if (rows.length === 0) return Promise.resolve();
  const names = columns.map((column) => `"${column}"`).join(', ');
  const content = Buffer.from(rows.map(lineOf).join(''));
  return new Promise((resolve, reject) => {
    const copy = new Copy(`COPY ${table} (${names}) FROM STDIN`, content);
    copy.on('end', () => resolve());
    copy.on('error', reject);
    client.query(copy);
  });
}

/** Answers the server's question for the rows. */
class Copy extends Query {
  readonly #content: Buffer;

  constructor(text: string, content: Buffer) {
    super({ text });
    this.#content = content;
  }

  handleCopyInResponse(connection: ServerConnection): void {
    connection.sendCopyFromChunk(this.#content);
    connection.endCopyFrom();
  }
}

/** What the client has for this and its types do not say. */
interface ServerConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

function lineOf(row: readonly unknown[]): string {
  return `${row.map(fieldOf).join('\t')}\n`;
}

function fieldOf(value: unknown): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw new TypeError(`no text or number: ${typeof value}`);
  return SPECIAL.test(value)
    ? value.replace(ALL_SPECIAL, (character) => ESCAPED[character] as string)
    : value;
}
