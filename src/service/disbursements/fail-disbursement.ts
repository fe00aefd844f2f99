import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { decideDisbursementFailure } from '../../domain/disbursement-outcome.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { WriteTx } from '../../store/port.ts';
import type { DisbursementOutcomeRecord } from '../../store/records.ts';
import type { Call, WriteHandler } from '../call.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { readReason } from '../reason.ts';
import { disbursementResponse, disbursementRow, type SettledRecord } from './disbursement-response.ts';
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
  const { values } = await policyInForce(tx, call.today);
  const decided = decideDisbursementFailure({
    facts: dossier,
    disbursement: record,
    businessDate: call.today,
    closedThrough: values.booksClosedThrough,
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
  await tx.insert.disbursementOutcomes([outcome]);
  await mirrorEntry(tx, record, call);
  const value = {
    ...disbursementRow({ ...record, outcome }, call.today),
    corrections: [],
    approvals: null,
  };
  return {
    value,
    control: {
      action: 'failure',
      object: record.disbursementReference,
      content: { disbursement_reference: record.disbursementReference, reason },
      whileWaiting: (waiting) => ({ ...waiting, status: before.status }),
    },
    audit: { object: record.loanId, before: { status: before.status }, after: { ...value, reason } },
  };
};

/**
 * Undoes the entry of a disbursement by its mirror, with the value date of the one undone; a disbursement that
 * waited for its settlement has none.
 */
async function mirrorEntry(tx: WriteTx, record: SettledRecord, call: Call): Promise<void> {
  const entries = await tx.journal.ofLoans([record.loanId]);
  const booked = entries.find(
    (entry) => entry.kind === 'disbursement' && entry.eventId === record.disbursementReference,
  );
  if (booked === undefined) return;
  await tx.insert.journalEntries([
    {
      loanId: record.loanId,
      kind: 'disbursement_failure',
      eventId: record.disbursementReference,
      valueDate: booked.valueDate,
      bookedAt: call.now,
      bookedBy: call.caller.actor,
      reversesEntryNumber: booked.entryNumber,
      postings: booked.postings.map(({ account, amountPiastres }) => ({
        account,
        amountPiastres: -amountPiastres,
      })),
    },
  ]);
}
