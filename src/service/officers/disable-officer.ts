import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import type { WriteHandler } from '../call.ts';
import { officerResponse } from './officer-response.ts';
import { resolveOfficer } from './resolve-officer.ts';

/** Disables an officer for good: every token ends at once, and no password is right any more. */
export const handle: WriteHandler<
  OperationInput<'officers.disable'>,
  OperationOutput<'officers.disable'>
> = async (tx, input, call) => {
  const officer = await resolveOfficer(tx, input.officer);
  if (isRefusal(officer)) return officer;
  const { userId } = officer;
  if (officer.disabledAt !== null) {
    return refuse('officer_disabled', `${officer.email} was disabled on ${officer.disabledAt.slice(0, 10)}`);
  }
  await tx.insert.officerChanges([
    {
      userId,
      number: officer.changes + 1,
      kind: 'disabled',
      passwordHash: null,
      changedAt: call.now,
      changedBy: call.caller.actor,
    },
  ]);
  await tx.session.endSignInsOf(userId, call.clockMs);
  const value = officerResponse({ ...officer, disabledAt: call.now });
  return { value, audit: { object: String(userId), before: officerResponse(officer), after: value } };
};
