import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { UNSURE_CODES } from '../../domain/unsure-row.ts';
import type { ReadHandler } from '../call.ts';
import { readChoices } from '../choices.ts';
import { readPage } from '../paging.ts';
import { candidatesOf } from './held-candidates.ts';
import { heldRowResponse } from './held-row-response.ts';

const STATES = ['open', 'settled', 'all', 'unsure'] as const;

/** Held rows, the oldest first: those that wait unless others are asked for, or those of them that may be known. */
export const handle: ReadHandler<
  OperationInput<'held_rows.list'>,
  OperationOutput<'held_rows.list'>
> = async (tx, { state: wanted, q, batch, ...paging }, call) => {
  const page = readPage(paging);
  if (isRefusal(page)) return page;
  const states = readChoices('state', wanted, STATES);
  if (isRefusal(states)) return states;
  const [state = 'open', another] = states ?? [];
  if (another !== undefined) return refuse('invalid_query', `state is one of ${STATES.join(', ')}`);
  const { rows, totalCount } = await tx.receipts.held(
    {
      ...(state === 'all' ? {} : { state: state === 'settled' ? state : 'open' }),
      ...(state === 'unsure' ? { codes: UNSURE_CODES } : {}),
      ...(batch === undefined ? {} : { batchId: batch.trim().toUpperCase() }),
      ...(q === undefined ? {} : { search: q }),
    },
    page.request,
  );
  call.tellTotal(totalCount);
  const candidates = await candidatesOf(tx, rows);
  return rows.map((row) => heldRowResponse(row, candidates.get(row.heldId)));
};
