import { Client } from 'pg';

/** The ids in a column of a table, as often as they are there, sorted. */
export async function keptIds(url: string, table: string, column: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(`SELECT ${column} AS id FROM ${table}`);
    return rows.map(({ id }) => id).sort();
  } finally {
    await client.end();
  }
}
