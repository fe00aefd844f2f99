import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import { candidatesNamed, isUnsure, loansNamed } from '../../domain/unsure-row.ts';
import type { HeldRow } from '../../store/receipt-port.ts';
import type { WriteHandler } from '../call.ts';
import { suggestionsOf } from './held-row-response.ts';
import { inOtherCurrency, matchHeldRow } from './match-held-row.ts';
import { openHeldRow } from './open-held-row.ts';

type Input = OperationInput<'held_rows.accept'>;

/**
 * Says that a row which may be known already is new after all: what waits of it is matched to the loan it names, and
 * none of what it was compared with stands in the way.
 */
export const handle: WriteHandler<Input, OperationOutput<'held_rows.accept'>> = async (tx, input, call) => {
  const row = await openHeldRow(tx, input.held_id);
  if (isRefusal(row)) return row;
  const loanId = loanOfUnsure(row);
  if (isRefusal(loanId)) return loanId;
  const match = { ...input, allocations: [{ loan_id: loanId }] };
  return matchHeldRow(tx, row, match, call, candidatesNamed(suggestionsOf(row)));
};

/** The one loan an unsure row names. */
function loanOfUnsure(row: HeldRow): string | Refusal {
  const { heldId, kind, reason } = row;
  const match = `loandesk pay review match ${heldId}`;
  if (!isUnsure(row) || kind === 'returned') {
    const hint = `Say what it is for: ${match} ${kind === 'returned' ? 'PAY' : 'LOAN'}`;
    const message = `${heldId} is not held because it may be known already, but because ${reason}`;
    return refuse('held_row_not_unsure', message, { hint });
  }
  // There is nothing to book of it, whatever it names.
  if (row.amountPiastres === null) return inOtherCurrency(row);
  const [loanId, ...more] = loansNamed(suggestionsOf(row));
  if (loanId !== undefined && more.length === 0) return loanId;
  const named = loanId === undefined ? 'no loan' : `several loans: ${[loanId, ...more].join(', ')}`;
  const hint = `Say which loan it is for: ${match} LOAN`;
  return refuse('no_loan_named', `${heldId} names ${named}`, { hint });
}
