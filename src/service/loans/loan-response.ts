import type { OperationOutput } from '../../contract/operation-types.ts';
import type { LoanAccount } from '../../domain/loan-account.ts';
import { amountToNumber, type Piastres } from '../../domain/money.ts';
import { rateToNumber } from '../../domain/rate.ts';
import type { LoanDossier } from '../../store/port.ts';

/** A loan account as the interface answers it, with the extension fields after its own. */
export function loanResponse(dossier: LoanDossier, account: LoanAccount): OperationOutput<'loans.get'> {
  const { loan, closure } = dossier;
  return {
    loan_id: loan.loanId,
    merchant_id: loan.merchantId,
    original_amount: amountToNumber(account.originalAmountPiastres),
    outstanding_balance: amountToNumber(account.outstandingPiastres),
    next_payment_due_date: account.nextPaymentDueDate,
    payment_status: account.paymentStatus,
    total_payments_made: account.totalPaymentsMade,
    currency: 'EGP',
    business_name: loan.businessName,
    interest_rate: rateToNumber(loan.annualRateE4),
    term_months: loan.termMonths,
    disbursement_status: account.disbursementStatus,
    accrued_interest: amountToNumber(account.accruedInterestPiastres),
    fees_due: amountToNumber(account.feesDuePiastres),
    payoff_amount: amountToNumber(account.payoffPiastres),
    arrears_amount: amountToNumber(account.arrearsPiastres),
    days_past_due: account.daysPastDue,
    // A closed loan has nothing left to pay out.
    undisbursed_amount: closure === null ? amountToNumber(account.undisbursedPiastres) : 0,
    credit_balance: amountToNumber(account.creditBalancePiastres),
    maturity_date: account.maturityDate,
    installment_amount: orNull(account.installmentAmountPiastres),
    revenue_share_percent:
      loan.revenueSharePercentE4 === null ? null : rateToNumber(loan.revenueSharePercentE4),
    closed:
      closure === null
        ? null
        : { kind: closure.kind, on: closure.closedOn, by: closure.closedBy, reason: closure.reason },
    written_off_on: account.writtenOff?.valueDate ?? null,
    written_off_amount: orNull(account.writtenOff?.amountPiastres ?? null),
    recovered_amount: orNull(account.writtenOff?.recoveredPiastres ?? null),
    written_off_interest: orNull(account.writtenOff?.unpaidPiastres ?? null),
    recovered_interest: orNull(account.writtenOff?.recoveredInterestPiastres ?? null),
    written_off_days_past_due: account.writtenOff === null ? null : account.daysPastDue,
    released_amount: account.releasedPiastres === 0 ? null : amountToNumber(account.releasedPiastres),
    as_of: account.asOf,
    // Completed only: what is pending has not gone out, and what was never drawn never will.
    disbursed_amount: amountToNumber(account.disbursedPiastres),
  };
}

function orNull(amount: Piastres | null): number | null {
  return amount === null ? null : amountToNumber(amount);
}
