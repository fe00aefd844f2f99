import { isRefusal, type Refusal } from '../domain/refusal.ts';
import { readInstant } from './instant-query.ts';

interface AskedTimes {
  readonly created_after?: string | undefined;
  readonly updated_after?: string | undefined;
}

/** Reads the times a list is asked after, both strictly later. Refuses with `invalid_query`. */
export function readListTimes(
  input: AskedTimes,
): { readonly createdAfter?: string; readonly updatedAfter?: string } | Refusal {
  const created = readInstant('created_after', input.created_after);
  if (isRefusal(created)) return created;
  const updated = readInstant('updated_after', input.updated_after);
  if (isRefusal(updated)) return updated;
  return {
    ...(created === undefined ? {} : { createdAfter: new Date(created).toISOString() }),
    ...(updated === undefined ? {} : { updatedAfter: new Date(updated).toISOString() }),
  };
}
