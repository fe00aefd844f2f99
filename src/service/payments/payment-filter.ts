import type { OperationInput } from '../../contract/operation-types.ts';
import { endOfCairoDayMs, startOfCairoDayMs } from '../../domain/cairo-date.ts';
import type { CalendarDate } from '../../domain/dates.ts';
import { parseAmount } from '../../domain/money.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { PaymentFilter } from '../../store/report-port.ts';
import { readChoices } from '../choices.ts';
import { readWindowDate, windowFault } from '../reports/window.ts';

type Input = OperationInput<'payments.totals'>;

const METHODS = ['auto_debit', 'manual_transfer', 'revenue_share'] as const;
const DATES = ['paid', 'booked'] as const;

/** Reads which payments are asked for. */
export function readPaymentFilter(input: Input): PaymentFilter | Refusal {
  if (input.on !== undefined && (input.from ?? input.to) !== undefined) {
    return refuse('invalid_query', 'on is one day; it cannot be given together with from or to');
  }
  const from = readWindowDate(input.on === undefined ? 'from' : 'on', input.on ?? input.from, null);
  if (isRefusal(from)) return from;
  const to = readWindowDate(input.on === undefined ? 'to' : 'on', input.on ?? input.to, null);
  if (isRefusal(to)) return to;
  const fault = to === null ? null : windowFault(from, to);
  if (fault !== null) return fault;
  const by = readChoices('by', input.by, DATES);
  if (isRefusal(by)) return by;
  if (by !== undefined && by.length !== 1) return refuse('invalid_query', 'by is paid or booked');
  const methods = readChoices('method', input.method, METHODS);
  if (isRefusal(methods)) return methods;
  if (methods !== undefined && methods.length !== 1) {
    return refuse('invalid_query', `method is one of ${METHODS.join(', ')}`);
  }
  const amount = input.amount === undefined ? null : parseAmount(String(input.amount));
  if (isRefusal(amount)) return refuse('invalid_query', `amount: ${amount.message}`);
  const [method] = methods ?? [];
  return {
    ...(by?.[0] === 'booked' ? bookedWindow(from, to) : paidWindow(from, to)),
    ...(amount === null ? {} : { amountPiastres: amount }),
    ...(input.reference === undefined ? {} : { reference: input.reference }),
    ...(method === undefined ? {} : { method }),
    ...(input.batch === undefined ? {} : { batchId: input.batch.toUpperCase() }),
    ...(input.q === undefined ? {} : { search: input.q }),
  };
}

function paidWindow(from: CalendarDate | null, to: CalendarDate | null): PaymentFilter {
  return { ...(from === null ? {} : { paidFrom: from }), ...(to === null ? {} : { paidTo: to }) };
}

/** Whole days of Cairo. */
function bookedWindow(from: CalendarDate | null, to: CalendarDate | null): PaymentFilter {
  const instant = (ms: number) => new Date(ms).toISOString();
  return {
    ...(from === null ? {} : { bookedFrom: instant(startOfCairoDayMs(from)) }),
    ...(to === null ? {} : { bookedTo: instant(endOfCairoDayMs(to)) }),
  };
}
