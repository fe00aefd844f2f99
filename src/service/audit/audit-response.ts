import type { OperationOutput } from '../../contract/operation-types.ts';
import type { AuditReadRecord, SealedAuditRecord } from '../../store/access-port.ts';
import { objectsOf } from './touched-objects.ts';

type AuditRow = OperationOutput<'audit.list'>[number];

/** One record of the audit trail as a list shows it. */
export function auditRow(record: SealedAuditRecord): AuditRow {
  return {
    sequence: record.sequence,
    at: record.at,
    actor: record.actor,
    os_user: record.osUser,
    host: record.host,
    channel: record.channel,
    action: record.action,
    object: objectsOf(record.object)[0] ?? '',
    outcome: record.outcome,
    request_id: record.requestId,
    policy_version: record.policyVersion,
    objects: objectsOf(record.object),
  };
}

/** One reading of the audit trail in the same form; `object` is what was asked for. */
export function auditReadRow(read: AuditReadRecord & { readonly number: number }): AuditRow {
  return {
    sequence: read.number,
    at: read.at,
    actor: read.actor,
    os_user: read.osUser,
    host: read.host,
    channel: read.channel,
    action: read.action,
    object: read.askedJson,
    outcome: 'done',
    request_id: read.requestId,
    policy_version: null,
    objects: [],
  };
}
