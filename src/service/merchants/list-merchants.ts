import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { readPage } from '../paging.ts';
import { merchantResponses } from './merchant-response.ts';

/** Merchants, oldest first, a page at a time. */
export const handle: ReadHandler<
  OperationInput<'merchants.list'>,
  OperationOutput<'merchants.list'>
> = async (tx, input, call) => {
  const asked = readPage(input);
  if (isRefusal(asked)) return asked;
  const filter = input.search === undefined ? {} : { search: input.search };
  const page = await tx.merchants.list(filter, asked.request);
  return {
    page: asked.page,
    size: asked.size,
    total_count: page.totalCount,
    data: await merchantResponses(tx, page.rows, call.nowMs),
  };
};
