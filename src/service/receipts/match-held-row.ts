import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { WriteTx } from '../../store/port.ts';
import type { HeldRow } from '../../store/receipt-port.ts';
import type { HeldStepRecord } from '../../store/receipt-records.ts';
import type { Call, WriteHandler, Written } from '../call.ts';
import { bookHeldReceipt } from './book-held-receipt.ts';
import { heldState } from './held-row-response.ts';
import { readMatch } from './match-request.ts';
import { openHeldRow } from './open-held-row.ts';
import { takeBackReturned } from './take-back-returned.ts';

type Output = OperationOutput<'held_rows.match'>;

/** What a match did, what it was asked to do in one spelling, and the steps it took. */
export interface Matched extends Pick<Output, 'payments' | 'reversed'> {
  readonly content: object;
  readonly steps: readonly Pick<HeldStepRecord, 'kind' | 'amountPiastres' | 'paymentId'>[];
}

/**
 * Books money that is held on the loans it is for, all of them or none; what is not given to any stays held. Of a
 * returned row it takes back the payment that is named.
 */
export const handle: WriteHandler<OperationInput<'held_rows.match'>, Output> = async (tx, input, call) => {
  const row = await openHeldRow(tx, input.held_id);
  return isRefusal(row) ? row : matchHeldRow(tx, row, input, call);
};

/** Matches a row that waits; `isNot` are payments somebody has said it is not, which cast no doubt on it any more. */
export async function matchHeldRow(
  tx: WriteTx,
  row: HeldRow,
  input: OperationInput<'held_rows.match'>,
  call: Call,
  isNot: readonly string[] = [],
): Promise<Written<Output> | Refusal> {
  if (row.amountPiastres === null) return inOtherCurrency(row);
  const asked = readMatch(input, row);
  if (isRefusal(asked)) return asked;
  const matched =
    asked.kind === 'returned'
      ? await takeBackReturned(tx, row, asked.paymentId, call)
      : await bookHeldReceipt(tx, row, { ...asked, isNot }, call);
  return isRefusal(matched) ? matched : written(row, matched);
}

/** The refusal of a row whose money is in no book of ours. */
export function inOtherCurrency({ heldId, amount, currency }: HeldRow): Refusal {
  return refuse('held_in_other_currency', `${heldId} is ${amount} ${currency}; loans are kept in EGP`);
}

function written(row: HeldRow, { content, steps, ...done }: Matched): Written<Output> {
  const before = heldState(row);
  const now = { amountPiastres: row.amountPiastres, steps: [...row.steps, ...steps] };
  const value: Output = {
    held_id: row.heldId,
    batch_id: row.batchId,
    kind: row.kind,
    ...heldState(now),
    ...done,
    approvals: null,
  };
  return {
    value,
    control: {
      action: 'match',
      ...(row.kind === 'returned' ? { alsoAction: 'reversal' } : {}),
      object: row.heldId,
      content: { held_id: row.heldId, ...content },
      whileWaiting: (answer) => ({ ...answer, ...before }),
    },
    audit: { object: row.heldId, touches: touchedBy(done), before, after: value },
  };
}

/** The loans a match booked on or took back from, and their payments. */
function touchedBy({ payments, reversed }: Pick<Matched, 'payments' | 'reversed'>): string[] {
  const all = reversed === null ? payments : [...payments, reversed];
  return all.flatMap(({ loan_id, payment_id }) => [loan_id, payment_id ?? '']);
}
