import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { readChoices } from '../choices.ts';
import { readPage } from '../paging.ts';
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
  const { rows, totalCount } = await tx.approvals.list({ waiting }, asked.request);
  call.tellTotal(totalCount);
  return rows.map(approvalResponse);
};
