import type { OperationInput } from '../../contract/operation-types.ts';
import type { StatementPart } from './read-payment-file.ts';

type CanonicalPart =
  OperationInput<'payment_batches.plan'>['parts'] extends Iterable<infer Each> ? Each : never;

/** A part of a file in the form every place takes it in, whatever the file was; null: its end, which says its digest. */
export function canonicalPart(part: StatementPart): CanonicalPart | null {
  switch (part.kind) {
    case 'row':
      return {
        kind: 'row',
        statement: part.statement,
        line: part.line,
        place: part.place,
        direction: part.direction,
        status: part.status,
        returned: part.returned,
        amount: part.amount,
        currency: part.currency,
        booking_date: part.bookingDate,
        date_from: part.dateFrom,
        value_date: part.valueDate,
        bank_reference: part.bankReference,
        entry_reference: part.entryReference,
        customer_reference: part.customerReference,
        end_to_end_id: part.endToEndId,
        loan: part.loan,
        method: part.method,
        text: part.text,
        payer_account: part.payerAccount,
        payer_phone: part.payerPhone,
        payer_name: part.payerName,
        balance: part.balance,
        other_text: part.otherText,
        ...(part.paymentId === undefined ? {} : { payment_id: part.paymentId }),
        charges: part.charges,
        instructed: part.instructed,
        ...(part.undivided === undefined ? {} : { undivided: part.undivided }),
      };
    case 'statement-end': {
      const { firstDate, lastDate, others, ...said } = part;
      return { ...said, others: [...others], first_date: firstDate, last_date: lastDate };
    }
    case 'fault': {
      const { original: _original, ...fault } = part;
      return fault;
    }
    case 'statement':
    case 'warning':
      return part;
    case 'end':
      return null;
  }
}
