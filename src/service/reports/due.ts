import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { formatSum } from '../../domain/amount-sum.ts';
import { type CalendarDate, laterOf } from '../../domain/dates.ts';
import { disbursementStatusAt } from '../../domain/disbursement.ts';
import { installmentsDue, type OpenInstallment } from '../../domain/installments-due.ts';
import type { LoanAccount } from '../../domain/loan-account.ts';
import { amountToNumber, piastres } from '../../domain/money.ts';
import { isInBook } from '../../domain/portfolio.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { BookedLoan } from '../../store/report-port.ts';
import type { ReadHandler } from '../call.ts';
import { merchantPhones } from '../merchants/merchant-phones.ts';
import { horizonResponse, readHorizon } from './horizon.ts';
import { visitAccounts } from './visit-accounts.ts';
import { readWindowDate, windowFault } from './window.ts';

type Report = OperationOutput<'reports.due'>;
type Row = Report['installments'][number];

/** Every installment due in a time or in arrears, with whom to call and where the money comes from. */
export const handle: ReadHandler<OperationInput<'reports.due'>, Report> = async (tx, input, call) => {
  const horizon = await readHorizon(tx, input, call);
  if (isRefusal(horizon)) return horizon;
  const from = readWindowDate('from', input.from, horizon.asOf);
  if (isRefusal(from)) return from;
  const to = readWindowDate('to', input.to, laterOf(from, horizon.asOf));
  if (isRefusal(to)) return to;
  const fault = windowFault(from, to);
  if (fault !== null) return fault;
  const rows: Row[] = [];
  const loans = new Set<string>();
  let missing = 0n;
  let overdue = 0n;
  let feesDue = 0n;
  const collect = (loan: BookedLoan, account: LoanAccount) => {
    if (!isInBook(account)) return;
    for (const [at, open] of installmentsDue(account, from, to).entries()) {
      // Fees are due at once, whatever installment brought them: told with the first row.
      const fees = at === 0 ? account.feesDuePiastres : piastres(0);
      rows.push({ ...rowOf(loan, open, horizon.asOf), fees_due: amountToNumber(fees) } as Row);
      feesDue += BigInt(fees);
      loans.add(loan.loan.loanId);
      missing += BigInt(open.missingPiastres);
      if (open.status === 'overdue') overdue += BigInt(open.missingPiastres);
    }
  };
  await visitAccounts(tx, horizon, collect, { wholeSchedule: true });
  rows.sort((a, b) => (a.due_date === b.due_date ? 0 : a.due_date < b.due_date ? -1 : 1));
  const phoneOf = await merchantPhones(
    tx,
    rows.map((row) => row.merchant_id),
  );
  return {
    ...horizonResponse(horizon),
    from,
    to,
    installments: rows.map((row) => ({ ...row, phone: phoneOf(row.merchant_id) })),
    loans: loans.size,
    missing_amount: formatSum(missing),
    overdue_amount: formatSum(overdue),
    fees_amount: formatSum(feesDue),
  };
};

function rowOf(
  { loan, disbursements }: BookedLoan,
  open: OpenInstallment,
  asOf: CalendarDate,
): Omit<Row, 'fees_due'> {
  const { row } = open;
  const paidTo = disbursements.findLast((one) => disbursementStatusAt(one, asOf) === 'completed');
  return {
    loan_id: loan.loanId,
    merchant_id: loan.merchantId,
    business_name: loan.businessName,
    phone: null,
    merchant_bank_account: paidTo?.merchantBankAccount ?? null,
    number: row.number,
    due_date: row.dueDate,
    status: open.status as Row['status'],
    days_past_due: open.daysPastDue,
    installment_amount: amountToNumber(row.installmentPiastres),
    principal_amount: amountToNumber(row.principalPiastres),
    interest_amount: amountToNumber(row.interestPiastres),
    missing_amount: amountToNumber(open.missingPiastres),
  };
}
