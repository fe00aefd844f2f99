import type { Backend } from '../../contract/backend.ts';
import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import type { Outcome } from '../../contract/problem.ts';
import { cairoDateOf } from '../../domain/cairo-date.ts';
import type { Deps } from '../../shell/command-definition.ts';
import { everyPage } from '../every-page.ts';
import { given } from '../typed-values.ts';

type Filter = Omit<OperationInput<'payments.list'>, 'page' | 'size'>;
type Held = OperationOutput<'held_rows.list'>[number];

/** A row of `pay ls` that is money held, for no loan yet. */
export interface HeldPayment {
  readonly payment_date: string;
  readonly payment_amount: number;
  readonly payment_method: string;
  readonly booked_at: string;
  readonly status: 'held';
  readonly held_id: string;
}

/** Money in EGP that waits in review and that payments are narrowed to, the latest first, as rows beside payments. */
export async function heldPayments(
  deps: Pick<Deps, 'progress'>,
  backend: Backend,
  filter: Filter,
): Promise<Outcome<HeldPayment[]>> {
  const query = given({ batch: filter.batch, q: filter.q });
  const answer = await everyPage(deps, (paging) => backend.call('held_rows.list', { ...query, ...paging }));
  if (!answer.ok) return answer;
  const rows = answer.value.filter((row) => isReceipt(row) && fits(row, filter)).map(asPayment);
  rows.sort((a, b) => later(a.payment_date, b.payment_date) || later(a.booked_at, b.booked_at));
  return { ok: true, value: rows };
}

function isReceipt({ kind, currency }: Held): boolean {
  return kind === 'receipt' && currency === 'EGP';
}

function fits(row: Held, { on, from, to, by, amount, reference, method }: Filter): boolean {
  const date = by === 'booked' ? cairoDateOf(Date.parse(row.held_at)) : row.date;
  const references: readonly (string | null)[] = [row.bank_reference, row.customer_reference];
  return (
    date >= (on ?? from ?? date) &&
    date <= (on ?? to ?? date) &&
    (amount === undefined || Number(amount) === row.waiting_amount) &&
    (reference === undefined || references.includes(reference)) &&
    (method === undefined || method === row.payment_method)
  );
}

function asPayment(row: Held): HeldPayment {
  const split = {
    principal_amount: null,
    interest_amount: null,
    fee_amount: null,
    credit_amount: null,
    recovered_amount: null,
    remaining_balance: null,
  };
  return {
    payment_id: null,
    loan_id: null,
    payment_date: row.date,
    payment_amount: row.waiting_amount ?? 0,
    payment_method: row.payment_method,
    payment_reference: row.bank_reference ?? row.customer_reference,
    ...split,
    status: 'held',
    batch_id: row.batch_id,
    booked_at: row.held_at,
    booked_by: row.held_by,
    held_id: row.held_id,
  } as HeldPayment;
}

function later(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}
