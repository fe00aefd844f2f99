import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { readChoices } from '../choices.ts';
import { readInstant } from '../instant-query.ts';
import { readPage } from '../paging.ts';
import { auditReadRow, auditRow } from './audit-response.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * The audit trail, newest first. `since` and `until` are both inclusive; a bare date as `until` takes in that whole
 * day, UTC. With `reads` it is who read the trail.
 */
export const handle: ReadHandler<OperationInput<'audit.list'>, OperationOutput<'audit.list'>> = async (
  tx,
  input,
  call,
) => {
  const asked = readPage(input);
  if (isRefusal(asked)) return asked;
  const since = readInstant('since', input.since);
  if (isRefusal(since)) return since;
  const until = readInstant('until', input.until);
  if (isRefusal(until)) return until;
  const reads = readChoices('reads', input.reads, ['true', 'false'] as const);
  if (isRefusal(reads)) return reads;
  if (reads?.includes('true') === true) {
    const { rows, totalCount } = await tx.audit.reads(asked.request);
    call.tellTotal(totalCount);
    return rows.map(auditReadRow);
  }
  const untilMs = until !== undefined && isBareDate(input.until) ? until + DAY_MS - 1 : until;
  const { actor, action, object, q } = input;
  const { rows, totalCount } = await tx.audit.list(
    {
      ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
      ...(untilMs === undefined ? {} : { until: new Date(untilMs).toISOString() }),
      ...(actor === undefined ? {} : { actor }),
      ...(action === undefined ? {} : { action }),
      ...(object === undefined ? {} : { object }),
      ...(q === undefined ? {} : { search: q }),
    },
    asked.request,
    'newest',
  );
  call.tellTotal(totalCount);
  return rows.map(auditRow);
};

function isBareDate(text: string | undefined): boolean {
  return text !== undefined && [...text.trim()].length === 'YYYY-MM-DD'.length;
}
