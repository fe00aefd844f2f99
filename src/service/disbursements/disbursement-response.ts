import type { OperationOutput } from '../../contract/operation-types.ts';
import type { CalendarDate } from '../../domain/dates.ts';
import { disbursementStatusAt, valueDateOf } from '../../domain/disbursement.ts';
import type { LoanFacts } from '../../domain/loan-facts.ts';
import { amountToNumber } from '../../domain/money.ts';
import type {
  DisbursementOutcomeRecord,
  DisbursementRecord,
  JournalEntryDraft,
} from '../../store/records.ts';

type Disbursement = OperationOutput<'disbursements.list'>[number];

/** A registered disbursement with what became of it. */
export type SettledRecord = DisbursementRecord & { readonly outcome: DisbursementOutcomeRecord | null };

/** A disbursement as the interface answers it, its status as at a date. */
export function disbursementResponse(record: SettledRecord, asOf: CalendarDate): Disbursement {
  return {
    loan_id: record.loanId,
    merchant_bank_account: record.merchantBankAccount,
    disbursement_amount: amountToNumber(record.amountPiastres),
    // A completion by hand gives the value date; until then it is the scheduled one.
    disbursement_date: valueDateOf(record) ?? record.disbursementDate,
    disbursement_method: record.method as Disbursement['disbursement_method'],
    disbursement_reference: record.disbursementReference,
    status: disbursementStatusAt(record, asOf),
  };
}

/** The same as lists and settlements answer it: the reference first, by which it is known there. */
export function disbursementRow(record: SettledRecord, asOf: CalendarDate): Disbursement {
  const { disbursement_reference, loan_id, ...others } = disbursementResponse(record, asOf);
  return { disbursement_reference, loan_id, ...others };
}

/** The entry that books a disbursement: principal against what is to be sent. */
export function disbursementEntry(
  record: DisbursementRecord,
  valueDate: CalendarDate,
  booking: { readonly at: string; readonly by: string },
): JournalEntryDraft {
  return {
    loanId: record.loanId,
    kind: 'disbursement',
    eventId: record.disbursementReference,
    valueDate,
    bookedAt: booking.at,
    bookedBy: booking.by,
    reversesEntryNumber: null,
    postings: [
      { account: 'loan principal', amountPiastres: record.amountPiastres },
      { account: 'disbursement clearing', amountPiastres: -record.amountPiastres },
    ],
  };
}

/** A loan's facts with what became of one of its disbursements. */
export function withOutcome(facts: LoanFacts, outcome: DisbursementOutcomeRecord): LoanFacts {
  return {
    ...facts,
    disbursements: facts.disbursements.map((one) =>
      one.disbursementReference === outcome.disbursementReference ? { ...one, outcome } : one,
    ),
  };
}
