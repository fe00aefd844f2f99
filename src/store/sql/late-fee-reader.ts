import { lateFeesOf } from '../../domain/late-fee-policy.ts';
import type { LateFees } from '../../domain/late-fees.ts';
import { query } from './dialect.ts';
import { latestPolicy } from './latest-policy.ts';
import type { SqlConnection } from './sql-connection.ts';

const KNOWN_AT = query(
  (d) => `SELECT document_json AS text FROM policy_versions
  WHERE set_at <= ${d.bound} OR version = 1 ORDER BY version DESC LIMIT 1`,
);

/** The text read last and what it means: it hardly ever changes. */
let lastRead: { readonly text: string; readonly lateFees: LateFees | null } | null = null;

/** The rule of late fees in the policy as it stands at a time; null for the time being where it never had one. */
export async function lateFeesIn(
  connection: SqlConnection,
  knownAt: string | null,
): Promise<LateFees | null> {
  const text =
    knownAt === null
      ? (await latestPolicy(connection))?.documentJson
      : await textKnownAt(connection, knownAt);
  if (text === undefined) return null;
  if (lastRead?.text !== text) lastRead = { text, lateFees: lateFeesOf(JSON.parse(text)) };
  return lastRead.lateFees;
}

async function textKnownAt(connection: SqlConnection, knownAt: string): Promise<string | undefined> {
  return (await connection.get<{ text: string }>(KNOWN_AT, knownAt))?.text;
}
