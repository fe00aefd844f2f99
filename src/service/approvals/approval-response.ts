import type { OperationOutput } from '../../contract/operation-types.ts';
import type { ApprovalState } from '../../store/access-port.ts';
import { givenBy } from './judge-control.ts';

type Approval = OperationOutput<'approvals.withdraw'>;

/** An action that waits, or waited, as answered. */
export function approvalResponse(approval: ApprovalState): Approval {
  const last = approval.steps.at(-1);
  const ended = last === undefined || last.kind === 'given' ? null : last;
  const agreed = givenBy(approval);
  // Whoever carries it out agrees too.
  if (ended?.kind === 'carried_out') agreed.push(ended.doneBy);
  return {
    approval: approval.number,
    action: approval.operation,
    object: approval.object,
    content: JSON.parse(approval.contentJson) as unknown,
    given: agreed.length,
    needed: approval.needed,
    status: (ended?.kind as 'carried_out' | 'withdrawn' | 'overtaken' | undefined) ?? 'waiting',
    given_by: agreed,
    created_at: approval.createdAt,
    created_by: approval.createdBy,
    ended_at: ended?.doneAt ?? null,
    ended_by: ended?.doneBy ?? null,
  };
}
