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
  if (isRefusal(row)) return row;
  if (row.amountPiastres === null) {
    return refuse(
      'held_in_other_currency',
      `${row.heldId} is ${row.amount} ${row.currency}; loans are kept in EGP`,
    );
  }
  const matched = await matchRow(tx, row, input, call);
  return isRefusal(matched) ? matched : written(row, matched);
};

async function matchRow(
  tx: WriteTx,
  row: HeldRow,
  input: OperationInput<'held_rows.match'>,
  call: Call,
): Promise<Matched | Refusal> {
  const asked = readMatch(input, row);
  if (isRefusal(asked)) return asked;
  return asked.kind === 'returned'
    ? takeBackReturned(tx, row, asked.paymentId, call)
    : bookHeldReceipt(tx, row, asked, call);
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
