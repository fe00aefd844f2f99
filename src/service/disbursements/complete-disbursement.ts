import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { parseDate } from '../../domain/dates.ts';
import { beforeDecision } from '../../domain/disbursement-decision.ts';
import { decideDisbursementCompletion } from '../../domain/disbursement-outcome.ts';
import { FieldReader } from '../../domain/field-reader.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { DisbursementOutcomeRecord } from '../../store/records.ts';
import type { WriteHandler } from '../call.ts';
import { accountChange, correctionsResponse } from '../loans/corrections.ts';
import { correctionEntries } from '../loans/replayed-entries.ts';
import { booksClosedThrough } from '../policy/books-closed.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { disbursementEntry, disbursementRow, withOutcome } from './disbursement-response.ts';
import { resolveDisbursement } from './resolve-disbursement.ts';

/** Records that a disbursement under manual settlement has gone out; writes its journal entry. */
export const handle: WriteHandler<
  OperationInput<'disbursements.complete'>,
  OperationOutput<'disbursements.complete'>
> = async (tx, input, call) => {
  const reader = new FieldReader({ date: input.date });
  const completedOn = reader.parsed('date', parseDate) ?? call.today;
  const fault = reader.refusal();
  if (fault !== null) return fault;
  const found = await resolveDisbursement(tx, input.disbursement_reference);
  if (isRefusal(found)) return found;
  const { record, dossier } = found;
  const policy = await policyInForce(tx, call.today);
  const { values } = policy;
  const decided = decideDisbursementCompletion({
    facts: dossier,
    disbursement: record,
    businessDate: call.today,
    closedThrough: await booksClosedThrough(tx, policy, call.today),
    acceptOverpayment: policy.values.acceptOverpayment,
    completedOn,
  });
  if (isRefusal(decided)) return decided;
  const early = beforeDecision(decided.date, dossier.loan.approvedOn);
  if (early !== null && values.disbursementBeforeDecision === 'refuse') return early;
  const outcome: DisbursementOutcomeRecord = {
    disbursementReference: record.disbursementReference,
    loanId: record.loanId,
    outcome: 'completed',
    date: decided.date,
    reason: null,
    decidedAt: call.now,
    decidedBy: call.caller.actor,
  };
  const after = withOutcome(dossier, outcome);
  const corrections = await correctionEntries(tx, dossier, { after, changes: decided.changes }, call);
  await tx.insert.disbursementOutcomes([outcome]);
  const booking = { at: call.now, by: call.caller.actor };
  await tx.insert.journalEntries([disbursementEntry(record, decided.date, booking), ...corrections]);
  const value = {
    ...disbursementRow({ ...record, outcome }, call.today),
    corrections: correctionsResponse(decided.changes),
    account: accountChange(dossier, after, values, call),
    approvals: null,
    warnings: early === null ? [] : [early.message],
  };
  return {
    value,
    control: {
      action: 'completion',
      object: record.disbursementReference,
      content: { disbursement_reference: record.disbursementReference, date: decided.date },
      settles: true,
      whileWaiting: (waiting) => ({ ...waiting, status: 'pending' }),
    },
    audit: {
      object: record.loanId,
      touches: [record.disbursementReference],
      before: { status: 'pending' },
      after: value,
    },
  };
};
