import { lateFeesOf } from '../../domain/late-fee-policy.ts';
import type { LateFees } from '../../domain/late-fees.ts';
import type { Connection } from './connection.ts';
import { latestPolicy } from './latest-policy.ts';

/** The text read last and what it means: it hardly ever changes. */
let lastRead: { readonly text: string; readonly lateFees: LateFees | null } | null = null;

/** The rule of late fees in the policy as it stands at a time; null for the time being where it never had one. */
export function lateFeesIn(connection: Connection, knownAt: string | null): LateFees | null {
  const text = knownAt === null ? latestPolicy(connection)?.documentJson : textKnownAt(connection, knownAt);
  if (text === undefined) return null;
  if (lastRead?.text !== text) lastRead = { text, lateFees: lateFeesOf(JSON.parse(text)) };
  return lastRead.lateFees;
}

function textKnownAt(connection: Connection, knownAt: string): string | undefined {
  const found = connection.get<{ text: string }>(
    `SELECT document_json AS text FROM policy_versions
     WHERE set_at <= (SELECT ?) OR version = 1 ORDER BY version DESC LIMIT 1`,
    knownAt,
  );
  return found?.text;
}
