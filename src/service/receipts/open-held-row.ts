import { cairoDateOf } from '../../domain/cairo-date.ts';
import { isOpen } from '../../domain/held-money.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { ReadTx } from '../../store/port.ts';
import type { HeldRow } from '../../store/receipt-port.ts';
import type { HeldStepRecord } from '../../store/receipt-records.ts';
import { resolveHeldRow } from './resolve-receipt.ts';

/** Finds a held row of which something waits; refuses with `held_row_settled` when nothing does any more. */
export async function openHeldRow(tx: ReadTx, text: string): Promise<HeldRow | Refusal> {
  const row = await resolveHeldRow(tx, text);
  if (isRefusal(row) || isOpen(row)) return row;
  const { kind, paymentId, steppedAt } = row.steps.at(-1) as HeldStepRecord;
  const payment = paymentId === null ? '' : `, payment ${paymentId}`;
  return refuse(
    'held_row_settled',
    `${row.heldId} was ${WORDS[kind]} on ${cairoDateOf(Date.parse(steppedAt))}${payment}`,
  );
}

const WORDS = {
  matched: 'matched',
  dismissed: 'dismissed',
  undone: 'withdrawn with its batch',
  reopened: 'reopened',
} as const;
