import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { parseId } from '../../domain/identifiers.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { WriteTx } from '../../store/port.ts';
import type { Call, Preparation, WriteHandler } from '../call.ts';
import { batchAnswer } from './batch-answer.ts';
import { type FilePlan, loansOf, planFile, writesAnything } from './file-plan.ts';
import { unpackedFile } from './kept-content.ts';
import type { KeptPlan, PlanKeeper } from './plan-keeper.ts';
import type { BatchInput } from './planned-row.ts';
import { postPlan } from './post-plan.ts';

type Input = OperationInput<'payment_batches.post'>;
type Output = OperationOutput<'payment_batches.post'>;

interface Prepared {
  readonly batchId: string;
  /** The plan where this process made it. */
  readonly kept: KeptPlan | null;
  readonly plans: PlanKeeper | null;
  /** Whether nobody has committed anything to the ledger since that plan was made, as the store tells by a number. */
  isCurrent(): boolean;
}

export const prepare: Preparation<Input, Prepared> = async (input, _call, { store, plans }) => {
  const batchId = parseId('batch', input.batch_id);
  if (isRefusal(batchId)) return batchId;
  const kept = plans?.find(batchId) ?? null;
  return {
    batchId,
    kept,
    plans,
    isCurrent: () => kept !== null && kept.changeMark !== null && kept.changeMark === store.changeMark(),
  };
};

/** A batch adds to the ledger and changes nothing in it. */
export const insertCount = ({ kept }: Prepared): number => kept?.plan.newRows ?? 0;

/** Whether a row is known is looked up in all imports, whatever loans it is for. */
export const alone = 'imports';

/**
 * Posts a planned file, all of it in one unit. It is planned again where anything was committed since, and refused
 * with `plan_changed` when the plan is then another one.
 */
export const handle: WriteHandler<Input, Output, Prepared> = async (tx, input, call, prepared) => {
  const { batchId } = prepared;
  const plan = await plannedNow(tx, prepared, call);
  if (isRefusal(plan)) return plan;
  if (plan.digest !== input.plan_digest || !writesAnything(plan)) {
    return refuse(
      'plan_changed',
      'the ledger changed since the file was planned, so posting it would do something else',
      { hint: 'Plan the file again and look at it, then post that plan.' },
    );
  }
  const after = await postPlan(tx, plan, batchId, call);
  if (prepared.plans === null) await tx.session.dropPlan(batchId);
  const audit = { object: batchId, touches: loansOf(plan), after };
  return { value: batchAnswer(plan, batchId), audit };
};

async function plannedNow(tx: WriteTx, prepared: Prepared, call: Call): Promise<FilePlan | Refusal> {
  const { batchId, kept } = prepared;
  if (kept !== null && kept.businessDate === call.today) {
    if (prepared.isCurrent() || (await standsStill(tx, kept))) return kept.plan;
  }
  const input = kept?.input ?? (await sentBefore(tx, batchId, call));
  if (input !== null) return planFile(tx, input, call);
  const [posted] = await tx.receipts.batchesByIds([batchId]);
  if (posted === undefined) return refuse('plan_not_found', `there is no plan ${batchId}`);
  return refuse('plan_not_found', `${batchId} is posted, there is no plan of it any more`, {
    hint: `See it: loandesk pay batches show ${batchId}`,
  });
}

/** Whether a store of several writers still shows what the plan was made of, once nobody else imports or has its loans. */
async function standsStill(tx: WriteTx, { plan, snapshot }: KeptPlan): Promise<boolean> {
  if (snapshot === null) return false;
  await tx.holdLoans(loansOf(plan));
  return (await tx.snapshotMark()) === snapshot;
}

/** The file as the same caller sent it. */
async function sentBefore(tx: WriteTx, batchId: string, call: Call): Promise<BatchInput | null> {
  const kept = await tx.session.plan(batchId);
  return kept === null || kept.actor !== call.caller.actor ? null : unpackedFile(kept.content);
}
