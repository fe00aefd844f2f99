import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { readInstant } from '../instant-query.ts';
import { readPage } from '../paging.ts';
import { userResponse } from './user-response.ts';

/** Users by their creation, a page at a time. */
export const handle: ReadHandler<OperationInput<'users.list'>, OperationOutput<'users.list'>> = async (
  tx,
  input,
  call,
) => {
  const asked = readPage(input);
  if (isRefusal(asked)) return asked;
  const createdAfter = readInstant('createdAfter', input.createdAfter);
  if (isRefusal(createdAfter)) return createdAfter;
  const updatedAfter = readInstant('updatedAfter', input.updatedAfter);
  if (isRefusal(updatedAfter)) return updatedAfter;
  const page = await tx.users.list(
    {
      ...(input.search === undefined ? {} : { search: input.search }),
      ...(createdAfter === undefined ? {} : { createdAfterMs: createdAfter }),
      ...(updatedAfter === undefined ? {} : { updatedAfter: new Date(updatedAfter).toISOString() }),
    },
    asked.request,
  );
  call.tellTotal(page.totalCount);
  return page.rows.map(userResponse);
};
