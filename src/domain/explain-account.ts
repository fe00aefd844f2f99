import type { LoanAccount, ServicingPolicy } from './loan-account.ts';
import type { LoanTerms } from './loan-terms.ts';
import { formatAmountGrouped, piastres } from './money.ts';

/** The figures of an account, each with the sum or the comparison that makes it. */
export function accountRemarks(terms: LoanTerms, account: LoanAccount, servicing: ServicingPolicy): string[] {
  return [
    outstanding(account),
    payoff(account),
    `maturity ${account.maturityDate}: ${terms.termMonths} months after ${account.schedule.startDate}`,
    ...credit(account),
    arrears(account),
    ...nextDue(account, servicing),
    status(account, servicing),
  ];
}

function money(amountPiastres: number): string {
  return formatAmountGrouped(piastres(amountPiastres));
}

function outstanding(account: LoanAccount): string {
  const writtenOff = account.writtenOff?.amountPiastres ?? 0;
  const released = account.state.released.reduce((sum, one) => sum + one.principalPiastres, 0);
  const repaid = account.disbursedPiastres - account.outstandingPiastres - writtenOff - released;
  const off = writtenOff === 0 ? '' : ` - written off ${money(writtenOff)}`;
  const given = released === 0 ? off : `${off} - released ${money(released)}`;
  return `outstanding balance ${money(account.outstandingPiastres)} = paid out ${money(account.disbursedPiastres)} - principal repaid ${money(repaid)}${given}`;
}

function payoff(account: LoanAccount): string {
  const { writtenOff } = account;
  if (writtenOff !== null) {
    const { amountPiastres, unpaidPiastres, recoveredPiastres, recoveredInterestPiastres } = writtenOff;
    const unpaid = unpaidPiastres === 0 ? '' : ` + interest and fees unpaid then ${money(unpaidPiastres)}`;
    const recovered = money(recoveredPiastres + recoveredInterestPiastres);
    return `payoff ${money(account.payoffPiastres)} = written off ${money(amountPiastres)}${unpaid} - recovered ${recovered}`;
  }
  const fees = account.feesDuePiastres === 0 ? '' : ` + fees due ${money(account.feesDuePiastres)}`;
  return `payoff ${money(account.payoffPiastres)} = principal ${money(account.outstandingPiastres)} + interest due ${money(account.accruedInterestPiastres)}${fees}`;
}

/** Said only where there is or was any. */
function credit({ creditBalancePiastres, state }: LoanAccount): string[] {
  const surplus = state.splits.reduce((sum, split) => sum + split.creditPiastres, 0);
  if (surplus === 0) return [];
  const refunded = surplus - creditBalancePiastres;
  return [
    `credit ${money(creditBalancePiastres)} = paid above what was owed ${money(surplus)} - refunded ${money(refunded)}`,
  ];
}

function arrears(account: LoanAccount): string {
  const { asOf, schedule, state } = account;
  const shown = `arrears ${money(account.arrearsPiastres)}`;
  if (account.writtenOff !== null)
    return `${shown}: nothing is due since the write-off of ${account.writtenOff.valueDate}`;
  if (asOf >= schedule.maturityDate)
    return `${shown}: the payoff, since ${schedule.maturityDate} is the maturity`;
  const due = schedule.rows.filter((row) => row.dueDate <= asOf);
  const sum = due.reduce((total, row) => total + row.installmentPiastres, 0);
  const { coveredPiastres } = state;
  const fees = account.feesDuePiastres;
  const missing = Math.max(0, sum - coveredPiastres) + fees;
  const charged = fees === 0 ? '' : ` + fees due ${money(fees)}`;
  const ahead = sum < coveredPiastres && fees > 0 ? ', at least 0' : '';
  const made = `${due.length} installments due by ${asOf} of ${money(sum)} - principal and interest paid ${money(coveredPiastres)}${ahead}${charged}`;
  if (sum < coveredPiastres && fees === 0) return `${shown}: ${made} is below zero`;
  if (missing > account.payoffPiastres)
    return `${shown}: ${made} = ${money(missing)}, at most the payoff of ${money(account.payoffPiastres)}`;
  return `${shown} = ${made}`;
}

function nextDue(account: LoanAccount, servicing: ServicingPolicy): string[] {
  const { nextPaymentDueDate: date, schedule, state, writtenOff } = account;
  if (writtenOff !== null) {
    return [`days past due ${account.daysPastDue}: as on ${writtenOff.valueDate}, the day of the write-off`];
  }
  const row = schedule.rows.find(({ dueDate }) => dueDate === date);
  if (date === null || row === undefined) return ['next due: none, every installment is covered'];
  const upTo = schedule.rows
    .slice(0, row.number)
    .reduce((total, { installmentPiastres }) => total + installmentPiastres, 0);
  const tolerance = servicing.arrearsTolerancePiastres;
  const within = tolerance === 0 ? '' : `, and arrears_tolerance is ${money(tolerance)}`;
  const why =
    row.number === schedule.rows.length
      ? `the last one is covered only when nothing is owed, and ${money(account.payoffPiastres)} is${within}`
      : `installments up to it add up to ${money(upTo)} and ${money(state.coveredPiastres)} of principal and interest is paid${within}`;
  return [
    `next due ${date}: installment ${row.number} of ${money(row.installmentPiastres)} is the first not covered: ${why}`,
    `days past due ${account.daysPastDue}: from ${date} to ${account.asOf}${account.daysPastDue === 0 ? ', at least 0' : ''}`,
  ];
}

function status(account: LoanAccount, servicing: ServicingPolicy): string {
  const { paymentStatus, daysPastDue } = account;
  const days = `${daysPastDue} days past due`;
  if (account.writtenOff !== null && paymentStatus === 'defaulted') {
    return `status defaulted: written off on ${account.writtenOff.valueDate} and not fully recovered`;
  }
  switch (paymentStatus) {
    case 'paid_off':
      return 'status paid_off: nothing is owed and nothing is pending';
    case 'defaulted':
      return `status defaulted: ${days}, default_days is ${servicing.defaultDays}`;
    case 'overdue':
      return `status overdue: ${days}, above grace_days ${servicing.graceDays}, below default_days ${servicing.defaultDays}`;
    default:
      return `status current: ${days}, not above grace_days ${servicing.graceDays}`;
  }
}
