import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { decideDisbursementFailure } from '../../domain/disbursement-outcome.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadTx } from '../../store/port.ts';
import type { DisbursementOutcomeRecord, JournalEntryDraft } from '../../store/records.ts';
import type { Call, WriteHandler } from '../call.ts';
import { accountChange, correctionsResponse } from '../loans/corrections.ts';
import { correctionEntries, mirrorOf } from '../loans/replayed-entries.ts';
import { booksClosedThrough } from '../policy/books-closed.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { readReason } from '../reason.ts';
import {
  disbursementResponse,
  disbursementRow,
  type SettledRecord,
  withOutcome,
} from './disbursement-response.ts';
import { resolveDisbursement } from './resolve-disbursement.ts';

/** Records that a disbursement did not arrive: its entry is mirrored and the loan is as if it had never been. */
export const handle: WriteHandler<
  OperationInput<'disbursements.fail'>,
  OperationOutput<'disbursements.fail'>
> = async (tx, input, call) => {
  const reason = readReason(input);
  if (isRefusal(reason)) return reason;
  const found = await resolveDisbursement(tx, input.disbursement_reference);
  if (isRefusal(found)) return found;
  const { record, dossier } = found;
  const policy = await policyInForce(tx, call.today);
  const decided = decideDisbursementFailure({
    facts: dossier,
    disbursement: record,
    businessDate: call.today,
    closedThrough: await booksClosedThrough(tx, policy, call.today),
    acceptOverpayment: policy.values.acceptOverpayment,
  });
  if (isRefusal(decided)) return decided;
  const before = disbursementResponse(record, call.today);
  const outcome: DisbursementOutcomeRecord = {
    disbursementReference: record.disbursementReference,
    loanId: record.loanId,
    outcome: 'failed',
    date: decided.date,
    reason,
    decidedAt: call.now,
    decidedBy: call.caller.actor,
  };
  const after = withOutcome(dossier, outcome);
  const corrections = await correctionEntries(tx, dossier, { after, changes: decided.changes }, call);
  const mirrored = await mirrorOfDisbursement(tx, record, call);
  await tx.insert.disbursementOutcomes([outcome]);
  await tx.insert.journalEntries([...mirrored, ...corrections]);
  const value = {
    ...disbursementRow({ ...record, outcome }, call.today),
    corrections: correctionsResponse(decided.changes),
    account: accountChange(dossier, after, policy.values, call),
    approvals: null,
  };
  return {
    value,
    control: {
      action: 'failure',
      object: record.disbursementReference,
      content: { disbursement_reference: record.disbursementReference, reason },
      settles: true,
      whileWaiting: (waiting) => ({ ...waiting, status: before.status }),
    },
    audit: {
      object: record.loanId,
      touches: [record.disbursementReference],
      before: { status: before.status },
      after: { ...value, reason },
    },
  };
};

/** The mirror of a disbursement's entry; none for one that waited for its settlement, which has no entry. */
async function mirrorOfDisbursement(
  tx: ReadTx,
  record: SettledRecord,
  call: Call,
): Promise<readonly JournalEntryDraft[]> {
  const entries = await tx.journal.ofLoans([record.loanId]);
  const booked = entries.find(
    (entry) => entry.kind === 'disbursement' && entry.eventId === record.disbursementReference,
  );
  return booked === undefined ? [] : [mirrorOf(booked, 'disbursement_failure', call)];
}
