import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { rowSays } from '../../domain/search-folding.ts';
import type { ReadHandler } from '../call.ts';
import { readChoices } from '../choices.ts';
import { EVERY_ROW, pageOfRows, readPage } from '../paging.ts';
import { approvalResponse } from './approval-response.ts';

/** What waits for another person, newest first; with `all` what waited too. */
export const handle: ReadHandler<
  OperationInput<'approvals.list'>,
  OperationOutput<'approvals.list'>
> = async (tx, input, call) => {
  const asked = readPage(input);
  if (isRefusal(asked)) return asked;
  const all = readChoices('all', input.all, ['true', 'false'] as const);
  if (isRefusal(all)) return all;
  const waiting = all?.includes('true') !== true;
  const { q } = input;
  if (q === undefined) {
    const { rows, totalCount } = await tx.approvals.list({ waiting }, asked.request);
    call.tellTotal(totalCount);
    return rows.map(approvalResponse);
  }
  const { rows } = await tx.approvals.list({ waiting }, EVERY_ROW);
  const found = rows.map(approvalResponse).filter((row) => rowSays(row, q));
  call.tellTotal(found.length);
  return pageOfRows(found, asked);
};
