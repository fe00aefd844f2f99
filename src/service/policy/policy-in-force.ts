import type { CalendarDate } from '../../domain/dates.ts';
import type { PolicyDocument } from '../../domain/policy-document.ts';
import { type Policy, policyAt } from '../../domain/policy-values.ts';
import type { ReadTx } from '../../store/port.ts';
import type { Instant, PolicyVersionRecord } from '../../store/records.ts';

export interface PolicyInForce {
  readonly version: number;
  readonly document: PolicyDocument;
  readonly values: Policy;
}

/**
 * The ledger's policy document as it stands now, or as it stood at `knownAt`, with the lending values in force on a
 * date.
 */
export async function policyInForce(
  tx: ReadTx,
  date: CalendarDate,
  knownAt: Instant | null = null,
): Promise<PolicyInForce> {
  const { version, documentJson } = await versionKnownAt(tx, knownAt);
  return { version, ...read(documentJson, date) };
}

type ReadPolicy = Pick<PolicyInForce, 'document' | 'values'>;

/** The text read last and what it means: a service asks at every write, and the text hardly ever changes. */
let lastRead: (ReadPolicy & { readonly text: string; readonly date: CalendarDate }) | null = null;

function read(text: string, date: CalendarDate): ReadPolicy {
  if (lastRead === null || lastRead.text !== text || lastRead.date !== date) {
    const document = JSON.parse(text) as PolicyDocument;
    lastRead = { text, date, document, values: policyAt(document, date) };
  }
  const { document, values } = lastRead;
  return { document, values };
}

/** The shipped document holds from the beginning of time, whatever day the ledger was made. */
async function versionKnownAt(tx: ReadTx, knownAt: Instant | null): Promise<PolicyVersionRecord> {
  const latest = await tx.policy.latest();
  if (knownAt === null || latest.setAt <= knownAt) return latest;
  const versions = await tx.policy.versions();
  return versions.findLast((version) => version.setAt <= knownAt) ?? versions[0] ?? latest;
}
