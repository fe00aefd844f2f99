import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { foldDigits } from '../../domain/money.ts';
import { refuse } from '../../domain/refusal.ts';
import type { WriteHandler } from '../call.ts';
import { approvalResponse } from './approval-response.ts';
import { givenBy, isSamePerson } from './judge-control.ts';

/** Takes back what waits: whoever agreed to it may, and an administrator. */
export const handle: WriteHandler<
  OperationInput<'approvals.withdraw'>,
  OperationOutput<'approvals.withdraw'>
> = async (tx, input, call) => {
  const text = foldDigits(String(input.approval).trim());
  if (!/^\d{1,9}$/.test(text)) {
    return refuse('invalid_id', `${JSON.stringify(text.slice(0, 40))} is not the number of an approval`, {
      hint: 'List what waits: loandesk approvals ls',
    });
  }
  const approval = await tx.approvals.byNumber(Number(text));
  if (approval === null) return refuse('approval_not_found', `there is no approval ${text}`);
  const before = approvalResponse(approval);
  if (before.status !== 'waiting') {
    return refuse(
      'approval_ended',
      `approval ${text} is ${before.status.replace('_', ' ')} since ${before.ended_at}`,
    );
  }
  const { actor, roles } = call.caller;
  const mine = givenBy(approval).some((person) => isSamePerson(person, actor));
  if (!mine && roles !== null && !roles.includes('admin')) {
    return refuse('role_missing', `approval ${text} was given by ${before.given_by.join(', ')}, not by you`);
  }
  const number = approval.steps.length + 1;
  const step = { approvalNumber: approval.number, number, kind: 'withdrawn', result: null } as const;
  await tx.insert.approvalSteps([{ ...step, doneAt: call.now, doneBy: actor }]);
  const steps = [...approval.steps, { ...step, doneAt: call.now, doneBy: actor }];
  const value = approvalResponse({ ...approval, steps });
  return { value, audit: { object: approval.object, before: { status: 'waiting' }, after: value } };
};
