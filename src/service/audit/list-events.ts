import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { EventRecord } from '../../store/access-port.ts';
import type { ReadHandler } from '../call.ts';
import { readWhole } from '../paging.ts';
import { objectsOf } from './touched-objects.ts';

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
  const objects = objectsOf(event.object);
  const [first = ''] = objects;
  const loanId = first.startsWith('LN-') ? first : loanIdOf(data);
  return {
    sequence: event.sequence,
    at: event.at,
    type: event.action,
    actor: event.actor,
    application_id: first.startsWith('APP-') ? first : event.applicationId,
    loan_id: loanId,
    data,
    loan_ids: loansOf(objects, loanId),
    objects,
  };
}

/** Every loan an event touches. A record of an older ledger names the loan a decision made nowhere else than in its data. */
function loansOf(objects: readonly string[], loanId: string | null): string[] {
  const loans = objects.filter((id) => id.startsWith('LN-'));
  return loans.length > 0 || loanId === null ? loans : [loanId];
}

/** The loan a decision made. */
function loanIdOf(data: unknown): string | null {
  const id = typeof data === 'object' && data !== null ? (data as { loan_id?: unknown }).loan_id : null;
  return typeof id === 'string' ? id : null;
}
