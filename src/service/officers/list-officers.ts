import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { readPage } from '../paging.ts';
import { officerResponse } from './officer-response.ts';

/** Officers by their number, the disabled ones too. */
export const handle: ReadHandler<OperationInput<'officers.list'>, OperationOutput<'officers.list'>> = async (
  tx,
  input,
  call,
) => {
  const asked = readPage(input);
  if (isRefusal(asked)) return asked;
  const { rows, totalCount } = await tx.officers.list(asked.request);
  call.tellTotal(totalCount);
  return rows.map(officerResponse);
};
