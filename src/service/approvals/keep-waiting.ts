import type { OperationName } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { WriteTx } from '../../store/port.ts';
import { recordAudit } from '../audit-entry.ts';
import type { Call, Control } from '../call.ts';
import { nextNumber } from '../next-number.ts';
import { controlsInForce } from './controls-in-force.ts';
import { type ApprovalCount, judgeControl, type Verdict } from './judge-control.ts';

/**
 * Stores a call as waiting: what it would have done was undone, so the verdict is asked again. Null when something
 * has changed in between and the call must be carried out anew.
 */
export async function keepWaiting(
  tx: WriteTx,
  name: OperationName,
  control: Control<never>,
  seen: Verdict,
  call: Call,
): Promise<ApprovalCount | null> {
  const controls = await controlsInForce(tx, name, call);
  if (controls === null) return null;
  const verdict = await judgeControl(tx, name, control, controls, call);
  if (isRefusal(verdict) || verdict.count === null || !isSame(verdict, seen)) return null;
  let number = verdict.waiting?.number;
  if (number === undefined) {
    number = nextNumber(await tx.approvals.list({ waiting: false }, { offset: 0, limit: 1 }));
    await tx.insert.approvals([
      {
        number,
        operation: name,
        object: control.object,
        contentJson: JSON.stringify(control.content),
        contentHash: verdict.contentHash,
        needed: verdict.count.needed,
        createdAt: call.now,
        createdBy: call.caller.actor,
        policyVersion: controls.policyVersion,
      },
    ]);
  }
  await tx.insert.approvalSteps([
    {
      approvalNumber: number,
      number: verdict.count.given,
      kind: 'given',
      result: null,
      doneAt: call.now,
      doneBy: call.caller.actor,
    },
  ]);
  const after = { approval: number, content: control.content, approvals: verdict.count };
  await recordAudit(tx, call, name, 'waiting', { object: control.object, after });
  return verdict.count;
}

function isSame(now: Verdict, seen: Verdict): boolean {
  return (
    now.contentHash === seen.contentHash &&
    now.waiting?.number === seen.waiting?.number &&
    now.count?.given === seen.count?.given &&
    now.count?.needed === seen.count?.needed
  );
}
