import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { parseBankAccount } from '../../domain/account-number.ts';
import { type CalendarDate, parseDate } from '../../domain/dates.ts';
import { FieldReader } from '../../domain/field-reader.ts';
import { amountToNumber, type Piastres } from '../../domain/money.ts';
import { decideRefund } from '../../domain/refund.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { foldAll } from '../../domain/replay.ts';
import type { LoanDossier } from '../../store/port.ts';
import type { WriteHandler } from '../call.ts';
import { freshId } from '../fresh-ids.ts';
import { booksClosedThrough } from '../policy/books-closed.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { resolveLoan } from '../resolve-loan.ts';
import { nextEventOrder } from './next-event-order.ts';

type Input = OperationInput<'loans.refund'>;
type Output = OperationOutput<'loans.refund'>;

const METHODS = ['bank_transfer', 'wallet', 'check'] as const;

interface AskedRefund {
  readonly amountPiastres: Piastres | null;
  readonly refundDate: CalendarDate;
  readonly method: string;
  readonly account: string;
}

/** Records that credit of the customer is paid out; loandesk sends no money. */
export const handle: WriteHandler<Input, Output> = async (tx, input, call) => {
  const dossier = await resolveLoan(tx, input.loan_id);
  if (isRefusal(dossier)) return dossier;
  const asked = readRefund(input, dossier, call.today);
  if (isRefusal(asked)) return asked;
  const { loanId } = dossier.loan;
  const policy = await policyInForce(tx, call.today);
  const refundId = await freshId(tx, call, 'refund');
  const order = nextEventOrder(dossier);
  const { amountPiastres, refundDate, method, account } = asked;
  const closedThrough = await booksClosedThrough(tx, policy, call.today);
  const decided = decideRefund({
    facts: dossier,
    amountPiastres,
    refundDate,
    businessDate: call.today,
    refundId,
    order,
    closedThrough,
  });
  if (isRefusal(decided)) return decided;
  const { refund, creditPiastres } = decided;
  const by = { bookedAt: call.now, bookedBy: call.caller.actor };
  await tx.insert.refunds([{ ...refund, loanId, method, account, ...by }]);
  await tx.insert.journalEntries([
    {
      loanId,
      kind: 'refund',
      eventId: refundId,
      valueDate: refundDate,
      ...by,
      reversesEntryNumber: null,
      postings: [
        { account: 'customer credit', amountPiastres: refund.amountPiastres },
        { account: 'disbursement clearing', amountPiastres: -refund.amountPiastres },
      ],
    },
  ]);
  const before = amountToNumber(foldAll(dossier).creditPiastres);
  const value: Output = {
    refund_id: refundId,
    amount: amountToNumber(refund.amountPiastres),
    date: refundDate,
    credit_balance: amountToNumber(creditPiastres),
    loan_id: loanId,
    method,
    account,
    approvals: null,
  };
  return {
    value,
    control: {
      action: 'refund',
      object: loanId,
      content: { loan_id: loanId, amount: value.amount, date: refundDate, method, account },
      whileWaiting: (waiting) => ({ ...waiting, refund_id: null, credit_balance: before }),
    },
    audit: { object: loanId, before: { credit_balance: before }, after: value },
  };
};

/** Where nothing is said, all the credit goes today where the loan was last paid out to. */
function readRefund(input: Input, dossier: LoanDossier, today: CalendarDate): AskedRefund | Refusal {
  const { loan_id: _loan, ...fields } = input;
  const last = dossier.disbursements.findLast(({ outcome }) => outcome?.outcome !== 'failed');
  const reader = new FieldReader(fields);
  reader.allowOnly(['amount', 'date', 'account', 'method']);
  const amountPiastres = reader.amount('amount');
  const refundDate = reader.parsed('date', parseDate) ?? today;
  const method = reader.choice('method', METHODS) ?? last?.method ?? 'bank_transfer';
  const given = reader.parsed('account', (text) =>
    parseBankAccount(text, method as (typeof METHODS)[number]),
  );
  const account = given ?? (last?.method === method ? last.merchantBankAccount : null);
  if (account === null && !reader.has('account')) {
    reader.fault('account', 'required', `account is missing: the loan was not paid out by ${method}`);
  }
  const refusal = reader.refusal();
  if (refusal !== null) return refusal;
  if (account === null) throw new Error('a missing field was not noted');
  return { amountPiastres, refundDate, method, account };
}
