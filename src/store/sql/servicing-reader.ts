import type { CalendarDate } from '../../domain/dates.ts';
import { servicingRulesOf } from '../../domain/servicing-policy.ts';
import type { ServicingRules } from '../../domain/servicing-rules.ts';
import { query } from './dialect.ts';
import { latestPolicy } from './latest-policy.ts';
import type { SqlConnection } from './sql-connection.ts';

const KNOWN_AT = query(
  (d) => `SELECT document_json AS text FROM policy_versions
  WHERE set_at <= ${d.bound} OR version = 1 ORDER BY version DESC LIMIT 1`,
);

/** What an earlier program posted by its own rules; written when its ledger is migrated, and never again. */
export const EARLIER_RULES_KEY = 'earlier_rules_through';

/** Read once a connection: only a migration, or a ledger that is imported, writes it. */
const EARLIER_THROUGH = new WeakMap<SqlConnection, CalendarDate | null>();

/** The text read last and what it means: it hardly ever changes. */
let lastRead: {
  readonly text: string;
  readonly earlierThrough: CalendarDate | null;
  readonly rules: ServicingRules | null;
} | null = null;

/** The rules payments divide by in the policy as it stands at a time; null for the time being where it never had one. */
export async function servicingRulesIn(
  connection: SqlConnection,
  knownAt: string | null,
): Promise<ServicingRules | null> {
  // Together: to a server this is one way there and back.
  const [text, earlierThrough] = await Promise.all([
    knownAt === null ? textNow(connection) : textKnownAt(connection, knownAt),
    earlierRulesThrough(connection),
  ]);
  if (text === undefined) return null;
  if (lastRead?.text !== text || lastRead.earlierThrough !== earlierThrough) {
    lastRead = { text, earlierThrough, rules: servicingRulesOf(JSON.parse(text), earlierThrough) };
  }
  return lastRead.rules;
}

/** The last day an earlier program's rules hold for; null: there is none. */
export async function earlierRulesThrough(connection: SqlConnection): Promise<CalendarDate | null> {
  const known = EARLIER_THROUGH.get(connection);
  if (known !== undefined) return known;
  const row = await connection.get<{ value: string }>(
    `SELECT value FROM ledger_meta WHERE key = '${EARLIER_RULES_KEY}'`,
  );
  const date = (row?.value ?? null) as CalendarDate | null;
  EARLIER_THROUGH.set(connection, date);
  return date;
}

async function textNow(connection: SqlConnection): Promise<string | undefined> {
  return (await latestPolicy(connection))?.documentJson;
}

async function textKnownAt(connection: SqlConnection, knownAt: string): Promise<string | undefined> {
  return (await connection.get<{ text: string }>(KNOWN_AT, knownAt))?.text;
}
