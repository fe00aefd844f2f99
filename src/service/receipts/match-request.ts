import type { OperationInput } from '../../contract/operation-types.ts';
import { type CalendarDate, parseDate } from '../../domain/dates.ts';
import { FieldReader } from '../../domain/field-reader.ts';
import { type Piastres, parseAmount } from '../../domain/money.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { HeldRow } from '../../store/receipt-port.ts';

/** One loan, by whatever name it was given, and how much is for it; null: the rest. */
export interface Allocation {
  readonly loan: string;
  readonly amountPiastres: Piastres | null;
}

/** Money that came in goes to loans; of what the bank took back a payment is named. */
export type AskedMatch =
  | {
      readonly kind: 'receipt';
      readonly allocations: readonly Allocation[];
      readonly paymentDate: CalendarDate;
    }
  | { readonly kind: 'returned'; readonly paymentId: string };

/** Reads what a row is matched with; what is asked must be of its kind. */
export function readMatch(input: OperationInput<'held_rows.match'>, row: HeldRow): AskedMatch | Refusal {
  const { held_id: _id, ...fields } = input;
  const reader = new FieldReader(fields);
  reader.allowOnly(['allocations', 'payment_id', 'date']);
  if (row.kind === 'returned') return readReturned(input, row, reader);
  if (reader.has('payment_id')) {
    reader.fault('payment_id', 'not_of_this_kind', 'the row is money that came in: name the loans it is for');
  }
  const allocations = readAllocations(input, reader);
  const paymentDate = reader.parsed('date', parseDate) ?? row.date;
  if (paymentDate < row.date) {
    reader.fault('date', 'invalid_date', `${paymentDate} is before the money came, ${row.date}`);
  }
  return reader.refusal() ?? { kind: 'receipt', allocations, paymentDate };
}

function readReturned(
  input: OperationInput<'held_rows.match'>,
  row: HeldRow,
  reader: FieldReader,
): AskedMatch | Refusal {
  const wrong =
    (row.amountPiastres ?? 0) > 0
      ? 'money that had gone out came back: mark the disbursement failed, then dismiss the row'
      : 'the row is a movement taken back: name the payment it takes back';
  if ((row.amountPiastres ?? 0) > 0) reader.fault('payment_id', 'not_of_this_kind', wrong);
  else if (reader.has('allocations')) reader.fault('allocations', 'not_of_this_kind', wrong);
  else if (!reader.has('payment_id')) reader.fault('payment_id', 'required', wrong);
  if (reader.has('date')) {
    reader.fault('date', 'not_of_this_kind', 'a payment that is taken back has the date it has');
  }
  return reader.refusal() ?? { kind: 'returned', paymentId: input.payment_id ?? '' };
}

function readAllocations(
  { allocations = [] }: OperationInput<'held_rows.match'>,
  reader: FieldReader,
): Allocation[] {
  if (allocations.length === 0 && !reader.has('payment_id')) {
    reader.fault('allocations', 'required', 'name the loan the money is for');
  }
  return allocations.map(({ loan_id: loan, amount }, at) => {
    const read = amount === undefined || amount === null ? null : parseAmount(String(amount));
    if (!isRefusal(read)) return { loan, amountPiastres: read };
    reader.fault(`allocations/${at}/amount`, read.code, `${loan}: ${read.message}`);
    return { loan, amountPiastres: null };
  });
}
