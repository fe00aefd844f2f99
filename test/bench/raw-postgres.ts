import { readFileSync } from 'node:fs';
import { Client } from 'pg';

// What the machine can do at best: connections that do nothing but write the rows of payments, made beforehand, into
// the product's own tables. Each payment is a transaction of its own that locks its loan, as the desk does it.

/** One payment's rows, by table. */
export interface RawPayment {
  readonly loanId: string;
  readonly rows: readonly (readonly [table: string, values: readonly (string | null)[]])[];
}

/** The last argument of the program, as JSON. */
export interface RawLoad {
  readonly url: string;
  /** A line of JSON for each payment. */
  readonly rowsFile: string;
  readonly connections: number;
  /** Written first and not counted; the others are. */
  readonly warmUps: number;
}

/** Printed as JSON. */
export interface RawResult {
  readonly seconds: number;
  readonly payments: number;
}

async function run({ url, rowsFile, connections, warmUps }: RawLoad): Promise<RawResult> {
  const lines = readFileSync(rowsFile, 'utf8').trimEnd().split('\n');
  const payments = lines.map((line) => JSON.parse(line) as RawPayment);
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  let next = 0;
  const writeUntil = (end: number) =>
    Promise.all(
      clients.map(async (client) => {
        while (next < end) {
          const payment = payments[next] as RawPayment;
          next += 1;
          await write(client, payment);
        }
      }),
    );
  await writeUntil(warmUps);
  const startMs = performance.now();
  await writeUntil(payments.length);
  const seconds = (performance.now() - startMs) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return { seconds, payments: payments.length - warmUps };
}

async function write(client: Client, { loanId, rows }: RawPayment): Promise<void> {
  await client.query('BEGIN');
  await client.query({
    name: 'lock',
    text: 'SELECT 1 FROM loans WHERE loan_id = $1 FOR NO KEY UPDATE',
    values: [loanId],
  });
  for (const [table, several] of Map.groupBy(rows, ([name]) => name)) {
    const values = several.flatMap(([, row]) => row);
    const width = values.length / several.length;
    const places = several.map((_, at) =>
      Array.from({ length: width }, (_, column) => `$${at * width + column + 1}`).join(', '),
    );
    const text = `INSERT INTO ${table} VALUES (${places.join('), (')})`;
    await client.query({ name: `${table} ${several.length}`, text, values });
  }
  await client.query('COMMIT');
}

const [, , given] = process.argv;
if (given !== undefined) console.log(JSON.stringify(await run(JSON.parse(given) as RawLoad)));
