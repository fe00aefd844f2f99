import type { Desk } from './desk.ts';
import { type DisbursedLoan, disbursed } from './desk-loans.ts';
import { type BatchPlan, imported } from './payment-files.ts';

/** The bank's account of the statements. */
export const BANK_ACCOUNT = 'EG210002000156789012345180002';

/** A movement of a statement: its amount, below zero when it went out, the reference and what the payer wrote. */
export interface Movement {
  readonly amount: string;
  readonly text: string;
  readonly reference: string;
  /** Day of the month; that of the statement when it is left out. */
  readonly day?: string;
  /** A movement of the other way taken back by the bank. */
  readonly returned?: boolean;
}

/** A statement of one day as MT940, a date or a day of April 2026; the closing balance is worked out unless it is given. */
export function statementOf(
  day: string,
  opening: string,
  movements: readonly Movement[],
  closing: string | null = null,
): string {
  const net = movements.reduce((sum, { amount }) => sum + hundredths(amount), hundredths(opening));
  const closes = closing ?? (net / 100).toFixed(2);
  const lines = movements.flatMap(({ amount, text, reference, day: on = day, returned = false }) => {
    const [taken, moved] = amount.startsWith('-') ? ['RC', 'D'] : ['RD', 'C'];
    const mark = returned ? taken : moved;
    return [
      `:61:${compact(on)}${compact(on).slice(2)}${mark}${amount.replace('-', '').replace('.', ',')}NTRFNONREF//${reference}`,
      `:86:${text}`,
    ];
  });
  return [
    `:20:STMT${day}`,
    `:25:${BANK_ACCOUNT}`,
    ':28C:1/1',
    `:60F:C${compact(day)}EGP${opening.replace('.', ',')}`,
    ...lines,
    `:62F:C${compact(day)}EGP${closes.replace('.', ',')}`,
    '',
  ].join('\r\n');
}

/** Six digits of a date, or of a day of April 2026. */
function compact(day: string): string {
  return day.length === 2 ? `2604${day}` : day.slice(2).replaceAll('-', '');
}

function hundredths(amount: string): number {
  return Math.round(Number(amount) * 100);
}

/** A loan of 12,000.00 at 24 % paid out on 1 March 2026, and the desk on 30 April. */
export async function runningLoan(desk: Desk, merchant = 'M-1'): Promise<DisbursedLoan> {
  const { today } = desk;
  desk.today = '2026-03-01';
  const loan = await disbursed(desk, {}, {}, { merchant_id: merchant });
  desk.today = today < '2026-04-30' ? '2026-04-30' : today;
  return loan;
}

/** Imports a statement of one day, and answers what was held of it. */
export async function importedDay(
  desk: Desk,
  ...statement: Parameters<typeof statementOf>
): Promise<{ readonly batch: BatchPlan; readonly batchId: string; readonly heldIds: readonly string[] }> {
  const batch = await imported(desk, statementOf(...statement));
  const heldIds = batch.rows.flatMap(({ held_id }) => held_id ?? []);
  return { batch, batchId: batch.batch_id as string, heldIds };
}

/** Imports one transfer nobody can place; answers its held row. */
export async function heldTransfer(desk: Desk, amount = '900.00', day = '10'): Promise<string> {
  const movement = { amount, reference: 'FT1', text: 'April installment' };
  const { heldIds } = await importedDay(desk, day, '5000.00', [movement]);
  return heldIds[0] as string;
}

/** Imports a transfer that the bank takes back, which names nothing of ours; answers its held row. */
export async function returnedTransfer(desk: Desk, amount = '900.00', day = '15'): Promise<string> {
  const movement = { amount: `-${amount}`, reference: 'FT1', text: 'RETURN', returned: true };
  const { heldIds } = await importedDay(desk, day, amount, [movement]);
  return heldIds[0] as string;
}

/** A held transfer and a running loan. */
export async function heldForLoan(desk: Desk): Promise<{ held_id: string; loanId: string }> {
  const { loanId } = await runningLoan(desk);
  return { held_id: await heldTransfer(desk), loanId };
}
