import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { rowSays } from '../../domain/search-folding.ts';
import type { ReadHandler } from '../call.ts';
import { EVERY_ROW, pageOfRows, readPage } from '../paging.ts';
import { officerResponse } from './officer-response.ts';

/** Officers by their number, the disabled ones too. */
export const handle: ReadHandler<OperationInput<'officers.list'>, OperationOutput<'officers.list'>> = async (
  tx,
  input,
  call,
) => {
  const asked = readPage(input);
  if (isRefusal(asked)) return asked;
  const { q } = input;
  if (q === undefined) {
    const { rows, totalCount } = await tx.officers.list(asked.request);
    call.tellTotal(totalCount);
    return rows.map(officerResponse);
  }
  // There are as many as a bank has people: they are looked through as they are shown.
  const { rows } = await tx.officers.list(EVERY_ROW);
  const found = rows.map(officerResponse).filter((row) => rowSays(row, q));
  call.tellTotal(found.length);
  return pageOfRows(found, asked);
};
