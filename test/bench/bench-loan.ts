import { addMonths, type CalendarDate } from '../../src/domain/dates.ts';
import type { DayCount } from '../../src/domain/day-count.ts';
import { foldLoan } from '../../src/domain/fold-loan.ts';
import { type IdKind, makeId } from '../../src/domain/identifiers.ts';
import { loanEvents } from '../../src/domain/loan-facts.ts';
import type { RepaymentStyle } from '../../src/domain/loan-terms.ts';
import { piastres } from '../../src/domain/money.ts';
import { quoteLoan } from '../../src/domain/quote.ts';
import type { RateE4 } from '../../src/domain/rate.ts';
import type {
  ApplicationRecord,
  DecisionRecord,
  DisbursementRecord,
  LoanRecord,
  PaymentRecord,
} from '../../src/store/records.ts';

export const BOOKED_AT = '2026-01-04T09:00:00.000Z';
export const BOOKED_BY = 'bench';

const TERM_MONTHS = 60;
const STYLES: readonly RepaymentStyle[] = ['annuity', 'equal_principal', 'annuity', 'flat'];
const DAY_COUNTS: readonly DayCount[] = ['monthly', 'actual/365', 'monthly', '30E/360'];
const FIRST_START = '2021-01-01' as CalendarDate;
const START_MONTHS = 8;

/** One loan's whole life as the desk would have booked it. */
export interface BenchLoan {
  readonly application: ApplicationRecord;
  readonly decision: DecisionRecord;
  readonly loan: LoanRecord;
  readonly disbursement: DisbursementRecord;
  readonly payments: readonly PaymentRecord[];
}

/** The `index`-th loan: its terms vary with the index, and the first `paymentCount` installments are paid. */
export function benchLoan(index: number, paymentCount: number): BenchLoan {
  const application = applicationOf(index);
  const loan = loanOf(index, application);
  const disbursement = disbursementOf(index, loan);
  return {
    application,
    decision: decisionOf(application, loan),
    loan,
    disbursement,
    payments: paymentsOf(index, loan, disbursement, paymentCount),
  };
}

/**
 * The id of the `number`-th thing of a kind. They are scattered as random ids are (the multiplier is odd, so no
 * two numbers share one), which is what the indexes of a real ledger see.
 */
export function benchId(kind: IdKind, number: number): string {
  const scattered = (BigInt(number) * 0x9e3779b97f4a7c15n) & 0xffffffffffn;
  return makeId(
    kind,
    Uint8Array.from([32n, 24n, 16n, 8n, 0n], (shift) => Number((scattered >> shift) & 0xffn)),
  );
}

function startOf(index: number): CalendarDate {
  return addMonths(
    `${FIRST_START.slice(0, 8)}${two((index % 31) + 1)}` as CalendarDate,
    index % START_MONTHS,
  );
}

function applicationOf(index: number): ApplicationRecord {
  const startedOn = startOf(index);
  return {
    applicationId: benchId('application', index),
    merchantId: `M-${index % 5000}`,
    businessName: `Delta Trading ${index % 5000}`,
    requestedAmountPiastres: piastres(5_000_000 + (index % 997) * 100_000),
    loanPurpose: 'stock',
    monthlySalesPiastres: piastres(40_000_000),
    platformType: 'platform_a',
    requestedTermMonths: TERM_MONTHS,
    currency: 'EGP',
    externalReference: null,
    caller: BOOKED_BY,
    createdOn: startedOn,
    createdAt: `${startedOn}T09:00:00.000Z`,
    status: 'approved',
  };
}

function loanOf(index: number, application: ApplicationRecord): LoanRecord {
  return {
    loanId: benchId('loan', index),
    applicationId: application.applicationId,
    merchantId: application.merchantId,
    businessName: application.businessName,
    currency: 'EGP',
    approvedAmountPiastres: application.requestedAmountPiastres,
    annualRateE4: (180_000 + (index % 90) * 1_000) as RateE4,
    termMonths: TERM_MONTHS,
    dayCount: DAY_COUNTS[index % 4] as DayCount,
    repaymentStyle: STYLES[(index >> 2) % 4] as RepaymentStyle,
    graceMonths: 0,
    installmentRounding: 'half_up',
    revenueSharePercentE4: null,
    approvedOn: application.createdOn,
    createdAt: application.createdAt,
  };
}

function decisionOf(application: ApplicationRecord, loan: LoanRecord): DecisionRecord {
  return {
    applicationId: application.applicationId,
    number: 1,
    decision: 'approved',
    approvedAmountPiastres: loan.approvedAmountPiastres,
    annualRateE4: loan.annualRateE4,
    termMonths: loan.termMonths,
    dayCount: loan.dayCount,
    repaymentStyle: loan.repaymentStyle,
    graceMonths: loan.graceMonths,
    revenueSharePercentE4: null,
    rejectionReason: null,
    decisionMakerId: BOOKED_BY,
    overridesJson: null,
    overrideReason: null,
    note: null,
    loanId: loan.loanId,
    decidedOn: loan.approvedOn,
    decidedAt: loan.createdAt,
    decidedBy: BOOKED_BY,
    policyVersion: 1,
    assessmentJson: '{}',
  };
}

function disbursementOf(index: number, loan: LoanRecord): DisbursementRecord {
  return {
    disbursementReference: benchId('disbursement', index),
    loanId: loan.loanId,
    number: 1,
    merchantBankAccount: 'EG380019000500000000263180002',
    amountPiastres: loan.approvedAmountPiastres,
    disbursementDate: loan.approvedOn,
    method: 'bank_transfer',
    settlement: 'automatic',
    order: 1,
    registeredAt: loan.createdAt,
    registeredBy: BOOKED_BY,
  };
}

function paymentsOf(
  index: number,
  loan: LoanRecord,
  disbursement: DisbursementRecord,
  count: number,
): PaymentRecord[] {
  const rows = quoteLoan(loan, disbursement.disbursementDate).schedule.rows.slice(0, count);
  const facts = rows.map((row, at) => ({
    paymentId: benchId('payment', index * count + at),
    amountPiastres: row.installmentPiastres,
    paymentDate: row.dueDate,
    order: at + 2,
    reversal: null,
  }));
  const until = rows.at(-1)?.dueDate ?? loan.approvedOn;
  const events = loanEvents(
    {
      loan,
      closure: null,
      disbursements: [{ ...disbursement, outcome: null }],
      payments: facts,
      writeOffs: [],
      refunds: [],
      undrawnCancellations: [],
    },
    until,
  );
  const state = foldLoan(loan, events, until);
  if (state.fault !== null) throw new Error(`loan ${index}: ${state.fault.kind}`);
  return facts.map((fact, at) => {
    const split = state.splits[at];
    if (split?.paymentId !== fact.paymentId) throw new Error(`loan ${index}: payment ${at} has no split`);
    return {
      paymentId: fact.paymentId,
      loanId: loan.loanId,
      amountPiastres: fact.amountPiastres,
      paymentDate: fact.paymentDate,
      method: 'auto_debit',
      paymentReference: `R${index}-${at}`,
      principalPiastres: split.principalPiastres,
      interestPiastres: split.interestPiastres,
      feePiastres: split.feePiastres,
      creditPiastres: split.creditPiastres,
      remainingPiastres: split.remainingPiastres,
      order: fact.order,
      entryNumber: at + 2,
      bookedAt: BOOKED_AT,
      bookedBy: BOOKED_BY,
      batchId: null,
    };
  });
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
