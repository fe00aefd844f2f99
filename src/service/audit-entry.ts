import type { OperationName } from '../contract/operation-types.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { WriteTx } from '../store/port.ts';
import { keptObjects } from './audit/touched-objects.ts';
import type { AuditNote, Call } from './call.ts';

/**
 * What may be recorded of requests that carry secrets: these fields and no others, since a secret may also stand
 * under a mistyped name.
 */
const RECORDED_FIELDS: Partial<Record<OperationName, readonly string[]>> = {
  'auth.token': [],
  'auth.refresh': [],
  'auth.revoke': [],
  'officers.add': ['email', 'name', 'roles', 'system'],
  'officers.password': ['officer'],
  // Rows by the thousand; what they are of is enough.
  'payment_batches.plan': ['file'],
};

/** Writes the one audit record of a change or a refused attempt, in its transaction. */
export async function recordAudit(
  tx: WriteTx,
  call: Call,
  action: OperationName,
  outcome: string,
  entry: AuditNote,
): Promise<void> {
  const { actor, osUser, host, channel } = call.caller;
  await tx.insert.audit({
    at: call.now,
    actor: entry.actor ?? actor,
    osUser,
    host,
    channel,
    action,
    object: keptObjects(entry),
    beforeJson: entry.before === undefined ? null : JSON.stringify(entry.before),
    afterJson: entry.after === undefined ? null : JSON.stringify(entry.after),
    outcome,
    requestId: call.requestId,
    policyVersion: await tx.policy.latestVersion(),
    businessDate: call.givenBusinessDate,
  });
}

/** What the audit trail says of a refused attempt. */
export function refusalNote(name: OperationName, input: unknown, refusal: Refusal): AuditNote {
  const [object = '', ...touches] = idsOf(input);
  return { object, touches, after: { asked: shortened(recordable(name, input)), refused: refusal } };
}

/** Far above any honest single request. */
const LONGEST_ASKED = 16_384;

/** The beginning of what was asked when it is long: refused megabytes must not fill the ledger. */
function shortened(asked: unknown): unknown {
  const text = JSON.stringify(asked);
  return text.length <= LONGEST_ASKED
    ? asked
    : { beginning: text.slice(0, LONGEST_ASKED), length: text.length };
}

/** A request as far as it may be recorded. */
function recordable(name: OperationName, input: unknown): unknown {
  const fields = RECORDED_FIELDS[name];
  if (fields === undefined) return input;
  return Object.fromEntries(
    fields
      .filter((field) => Object.hasOwn(input as object, field))
      .map((field) => [field, (input as Record<string, unknown>)[field]]),
  );
}

/** What a refused call was about: the ids in it, the first of them as its object. */
function idsOf(input: unknown): string[] {
  const fields = input as Record<string, unknown>;
  const ids = [
    'loan_id',
    'application_id',
    'disbursement_reference',
    'payment_id',
    'batch_id',
    'held_id',
    'merchant_id',
    'userId',
    'key',
    'officer',
    'approval',
  ];
  return ids.flatMap((key) => {
    const value = fields[key];
    const isId = typeof value === 'string' || typeof value === 'number';
    return isId ? String(value).slice(0, 64) : [];
  });
}
