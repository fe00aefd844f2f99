import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import fastify from 'fastify';

// What the machine can do at best: fastify without a line too many, which inserts rows made beforehand into the
// product's own tables, those of the requests that wait together in one durable commit, and answers after it.

/** One payment's rows, by table in the order they are inserted, and its answer. */
export interface PaymentRows {
  readonly rows: readonly (readonly [table: string, values: readonly unknown[]])[];
  readonly answer: unknown;
}

const [, , ledger = '', rowsFile = ''] = process.argv;
const lines = readFileSync(rowsFile, 'utf8').trimEnd().split('\n');
const payments = lines.map((line) => JSON.parse(line, revived) as PaymentRows);
const db = new Database(ledger);
db.pragma('synchronous = FULL');
const begin = db.prepare('BEGIN IMMEDIATE');
const commit = db.prepare('COMMIT');
const inserts = new Map<string, Database.Statement>();

let next = 0;
let waiting: (() => void)[] = [];

function insertWaiting(): void {
  const group = waiting;
  waiting = [];
  begin.run();
  const answers = group.map((answer) => {
    const payment = payments[next];
    if (payment === undefined) throw new Error('there are no rows left');
    next += 1;
    for (const [table, values] of payment.rows) insertInto(table, values.length).run(values);
    return answer;
  });
  commit.run();
  for (const answer of answers) answer();
}

function insertInto(table: string, width: number): Database.Statement {
  let insert = inserts.get(table);
  if (insert === undefined) {
    insert = db.prepare(`INSERT INTO ${table} VALUES (${Array(width).fill('?').join(', ')})`);
    inserts.set(table, insert);
  }
  return insert;
}

/** Hashes are written to the file as text. */
function revived(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('base64:')
    ? Buffer.from(value.slice(7), 'base64')
    : value;
}

const app = fastify({ logger: false });
app.post('/api/v1/loans/:loan_id/payments', async (_request, reply) => {
  const mine = next + waiting.length;
  await new Promise<void>((resolve) => {
    if (waiting.length === 0) setImmediate(insertWaiting);
    waiting.push(resolve);
  });
  return reply.code(201).send(payments[mine]?.answer);
});
console.error(`listening at ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
