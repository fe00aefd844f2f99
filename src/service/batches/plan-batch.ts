import type { OperationOutput } from '../../contract/operation-types.ts';
import type { Preparation, WriteHandler } from '../call.ts';
import { batchAnswer } from './batch-answer.ts';
import { type FilePlan, planFile, writesAnything } from './file-plan.ts';
import { packedFile } from './kept-content.ts';
import type { PlanKeeper } from './plan-keeper.ts';
import type { BatchInput } from './planned-row.ts';

interface Prepared {
  readonly plan: FilePlan;
  readonly changeMark: number | null;
  readonly snapshot: string | null;
  readonly plans: PlanKeeper | null;
}

/** A plan is looked at and then posted; by the next day somebody will have to look again. */
const KEPT_MS = 24 * 3_600_000;

/** Plans the file on a snapshot, so that nobody has to wait for it. */
export const prepare: Preparation<BatchInput, Prepared> = async (input, call, { store, plans }) => {
  const before = store.changeMark();
  const planned = await store.read(async (tx) => ({
    snapshot: await tx.snapshotMark(),
    plan: await planFile(tx, input, call),
  }));
  const after = store.changeMark();
  return { ...planned, changeMark: before === after ? after : null, plans };
};

/** Answers what becomes of a file, and keeps it for its posting when there is anything to post. */
export const handle: WriteHandler<BatchInput, OperationOutput<'payment_batches.plan'>, Prepared> = async (
  tx,
  input,
  call,
  { plan, changeMark, snapshot, plans },
) => {
  plans?.drop();
  if (call.dryRun || !writesAnything(plan)) return { value: batchAnswer(plan, null), audit: null };
  const batchId = call.newId('batch');
  if (plans !== null) plans.keep({ batchId, input, plan, changeMark, snapshot, businessDate: call.today });
  else {
    const at = new Date(call.clockMs).toISOString();
    const droppedBefore = new Date(call.clockMs - KEPT_MS).toISOString();
    await tx.session.keepPlan(batchId, call.caller.actor, at, packedFile(input), droppedBefore);
  }
  return { value: batchAnswer(plan, batchId), audit: null };
};
