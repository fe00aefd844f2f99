import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { type CalendarDate, parseDate } from '../../domain/dates.ts';
import { loanAccountAt } from '../../domain/loan-account.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import { decideWriteOff } from '../../domain/write-off.ts';
import type { LoanDossier } from '../../store/port.ts';
import type { WriteHandler } from '../call.ts';
import { booksClosedThrough } from '../policy/books-closed.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { readReason } from '../reason.ts';
import { resolveLoan } from '../resolve-loan.ts';
import { accountChange, correctionsResponse } from './corrections.ts';
import { loanResponse } from './loan-response.ts';
import { nextEventOrder } from './next-event-order.ts';
import { correctionEntries, writeOffPostings } from './replayed-entries.ts';

/** Gives up the principal of a loan, on the business date unless another is given; what comes in later is a recovery. */
export const handle: WriteHandler<
  OperationInput<'loans.write_off'>,
  OperationOutput<'loans.write_off'>
> = async (tx, input, call) => {
  const reason = readReason(input);
  if (isRefusal(reason)) return reason;
  const writtenOffOn = readDate(input.date, call.today);
  if (isRefusal(writtenOffOn)) return writtenOffOn;
  const dossier = await resolveLoan(tx, input.loan_id);
  if (isRefusal(dossier)) return dossier;
  const { loanId } = dossier.loan;
  const policy = await policyInForce(tx, call.today);
  const number = dossier.writeOffs.length + 1;
  const order = nextEventOrder(dossier);
  const decided = decideWriteOff({
    facts: dossier,
    businessDate: call.today,
    writeOffId: `${loanId}/write-off/${number}`,
    order,
    writtenOffOn,
    closedThrough: await booksClosedThrough(tx, policy, call.today),
    acceptOverpayment: policy.values.acceptOverpayment,
  });
  if (isRefusal(decided)) return decided;
  const { writeOffId, amountPiastres } = decided.writtenOff;
  const by = { bookedAt: call.now, bookedBy: call.caller.actor };
  const record = {
    writeOffId,
    loanId,
    number,
    order,
    writtenOffOn,
    amountPiastres,
    reason,
    ...by,
  };
  const corrections = await correctionEntries(
    tx,
    dossier,
    { after: decided.facts, changes: decided.changes },
    call,
  );
  await tx.insert.writeOffs([record]);
  await tx.insert.journalEntries([
    {
      loanId,
      kind: 'write_off',
      eventId: writeOffId,
      valueDate: writtenOffOn,
      ...by,
      reversesEntryNumber: null,
      postings: writeOffPostings(amountPiastres),
    },
    ...corrections,
  ]);
  const after: LoanDossier = { ...dossier, writeOffs: [...dossier.writeOffs, { ...record, reversal: null }] };
  const shown = (of: LoanDossier) =>
    loanResponse(of, loanAccountAt(of, call.today, policy.values, call.today));
  const account = accountChange(dossier, after, policy.values, call);
  const value = {
    ...shown(after),
    corrections: correctionsResponse(decided.changes),
    account,
    approvals: null,
  };
  return {
    value,
    control: {
      action: 'write-off',
      object: loanId,
      // Without a date it is as it was before there were dates, so that what waits is carried out.
      content: { loan_id: loanId, reason, ...(input.date === undefined ? {} : { date: writtenOffOn }) },
      settles: true,
      whileWaiting: (waiting) => ({ ...waiting, ...shown(dossier) }),
    },
    audit: { object: loanId, before: account.before, after: { ...account.after, reason } },
  };
};

function readDate(text: string | undefined, today: CalendarDate): CalendarDate | Refusal {
  if (text === undefined) return today;
  const date = parseDate(text);
  if (!isRefusal(date)) return date;
  return refuse('validation_failed', date.message, {
    faults: [{ field: 'date', code: date.code, message: date.message }],
  });
}
