import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { EventRecord } from '../../store/access-port.ts';
import type { ReadHandler } from '../call.ts';
import { readWhole } from '../paging.ts';

const DEFAULT_SIZE = 100;
const MAX_SIZE = 500;
const MAX_SEQUENCE = 999_999_999_999;

/** What changed, in order and without a gap, after a sequence already seen. What only the calendar changes has none. */
export const handle: ReadHandler<OperationInput<'events.list'>, OperationOutput<'events.list'>> = async (
  tx,
  input,
) => {
  const after = readWhole('after', input.after, 0, MAX_SEQUENCE, 0);
  if (isRefusal(after)) return after;
  const size = readWhole('size', input.size, 1, MAX_SIZE, DEFAULT_SIZE);
  if (isRefusal(size)) return size;
  return (await tx.audit.events(after, size)).map(eventResponse);
};

function eventResponse(event: EventRecord): OperationOutput<'events.list'>[number] {
  const data = event.afterJson === null ? null : (JSON.parse(event.afterJson) as unknown);
  const isApplication = event.object.startsWith('APP-');
  const isLoan = event.object.startsWith('LN-');
  return {
    sequence: event.sequence,
    at: event.at,
    type: event.action,
    actor: event.actor,
    application_id: isApplication ? event.object : event.applicationId,
    loan_id: isLoan ? event.object : loanIdOf(data),
    data,
  };
}

/** The loan a decision made. */
function loanIdOf(data: unknown): string | null {
  const id = typeof data === 'object' && data !== null ? (data as { loan_id?: unknown }).loan_id : null;
  return typeof id === 'string' ? id : null;
}
