import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { type CalendarDate, parseDate } from '../../domain/dates.ts';
import { amountToNumber } from '../../domain/money.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import { statementFrom, statementLines } from '../../domain/statement.ts';
import type { ReadHandler } from '../call.ts';
import { loanAt } from './loan-at.ts';

type Input = OperationInput<'loans.statement'>;

/** A loan's movements with the balance after each, between two dates. `to` and `as_of` are the same day. */
export const handle: ReadHandler<Input, OperationOutput<'loans.statement'>> = async (tx, input, call) => {
  const asOf = endOf(input);
  if (isRefusal(asOf)) return asOf;
  const from = readFrom(input.from);
  if (isRefusal(from)) return from;
  const found = await loanAt(tx, { ...input, as_of: asOf }, call, { mayBeLater: false });
  if (isRefusal(found)) return input.to === undefined ? found : naming(found, 'to');
  if (from !== null && from > found.asOf) {
    return refuse('invalid_query', `from is ${from}, after the end of the statement, ${found.asOf}`);
  }
  const lines = statementLines(found.dossier, found.account.state.splits, found.asOf);
  return (from === null ? lines : statementFrom(lines, from)).map((line) => ({
    value_date: line.valueDate,
    booked_at: line.bookedAt,
    kind: line.kind,
    reference: line.reference,
    debit: amountToNumber(line.debitPiastres),
    credit: amountToNumber(line.creditPiastres),
    balance: amountToNumber(line.balancePiastres),
    payment_reference: line.paymentReference,
    reversed: line.reversed,
  }));
};

/** A refusal of the date that was given as `to`. */
function naming(refusal: Refusal, name: string): Refusal {
  return { ...refusal, message: refusal.message.replace(/^as_of\b/, name) };
}

function endOf({ to, as_of }: Input): string | undefined | Refusal {
  if (to === undefined || as_of === undefined || to === as_of) return to ?? as_of;
  return refuse('invalid_query', `to is ${to} and as_of is ${as_of}; both are the end of the statement`, {
    hint: 'Give one of them.',
  });
}

function readFrom(text: string | undefined): CalendarDate | null | Refusal {
  if (text === undefined) return null;
  const date = parseDate(text);
  if (!isRefusal(date)) return date;
  return refuse('invalid_query', `from: ${date.message}`, { hint: 'Write it as YYYY-MM-DD.' });
}
