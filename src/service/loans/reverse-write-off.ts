import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { loanAccountAt } from '../../domain/loan-account.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { decideWriteOffReversal } from '../../domain/write-off.ts';
import type { LoanDossier } from '../../store/port.ts';
import type { WriteHandler } from '../call.ts';
import { booksClosedThrough } from '../policy/books-closed.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { readReason } from '../reason.ts';
import { resolveLoan } from '../resolve-loan.ts';
import { accountChange, correctionsResponse } from './corrections.ts';
import { loanResponse } from './loan-response.ts';
import { nextEventOrder } from './next-event-order.ts';
import { correctionEntries, entriesInForce, entryOf, mirrorOf } from './replayed-entries.ts';

/** Takes a write-off back: its entry is mirrored, and recoveries pay interest and principal as if it had never been. */
export const handle: WriteHandler<
  OperationInput<'loans.reverse_write_off'>,
  OperationOutput<'loans.reverse_write_off'>
> = async (tx, input, call) => {
  const reason = readReason(input);
  if (isRefusal(reason)) return reason;
  const dossier = await resolveLoan(tx, input.loan_id);
  if (isRefusal(dossier)) return dossier;
  const { loanId } = dossier.loan;
  const policy = await policyInForce(tx, call.today);
  const decided = decideWriteOffReversal({
    facts: dossier,
    businessDate: call.today,
    closedThrough: await booksClosedThrough(tx, policy, call.today),
    acceptOverpayment: policy.values.acceptOverpayment,
  });
  if (isRefusal(decided)) return decided;
  const { writeOffId } = decided.writtenOff;
  const { facts, changes } = decided;
  const live = entryOf(entriesInForce(await tx.journal.ofLoans([loanId])), writeOffId);
  const corrections = await correctionEntries(tx, dossier, { after: facts, changes }, call);
  const reversal = {
    writeOffId,
    loanId,
    order: nextEventOrder(dossier),
    reversedOn: call.today,
    reason,
    reversedAt: call.now,
    reversedBy: call.caller.actor,
  };
  await tx.insert.writeOffReversals([reversal]);
  await tx.insert.journalEntries([mirrorOf(live, 'write_off_reversal', call), ...corrections]);
  const after: LoanDossier = {
    ...dossier,
    writeOffs: dossier.writeOffs.map((one) => (one.writeOffId === writeOffId ? { ...one, reversal } : one)),
  };
  const shown = (of: LoanDossier) =>
    loanResponse(of, loanAccountAt(of, call.today, policy.values, call.today));
  const account = accountChange(dossier, after, policy.values, call);
  const value = { ...shown(after), corrections: correctionsResponse(changes), account, approvals: null };
  return {
    value,
    control: {
      action: 'reversal',
      object: loanId,
      content: { loan_id: loanId, reason },
      settles: true,
      whileWaiting: (waiting) => ({ ...waiting, ...shown(dossier) }),
    },
    audit: { object: loanId, before: account.before, after: { ...account.after, reason } },
  };
};
