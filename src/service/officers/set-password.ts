import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { FieldReader } from '../../domain/field-reader.ts';
import { notePasswordFault } from '../../domain/officer.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { busyOr } from '../access/busy.ts';
import { isSamePerson } from '../approvals/judge-control.ts';
import type { Caller, Preparation, WriteHandler } from '../call.ts';
import { officerResponse } from './officer-response.ts';
import { resolveOfficer } from './resolve-officer.ts';

type Input = OperationInput<'officers.password'>;

/** Checks and hashes the new password; answers what is to be kept of it. */
export const prepare: Preparation<Input, string> = async (input, call, outside) => {
  if (!maySet(input.officer, call.caller)) {
    return refuse('role_missing', 'only an administrator sets the password of another officer');
  }
  const reader = new FieldReader({ ...input });
  reader.allowOnly(['officer', 'password']);
  reader.require(['officer', 'password']);
  notePasswordFault(reader, { ...input });
  return reader.refusal() ?? (await busyOr(() => outside.passwords.hash(input.password)));
};

/** Everybody may set their own. Judged before the slow work is done. */
function maySet(officer: string, { roles, userId, actor }: Caller): boolean {
  if (roles === null || roles.includes('admin')) return true;
  return officer === String(userId) || isSamePerson(officer, actor);
}

/** Sets a new password: every token of the officer ends at once. */
export const handle: WriteHandler<Input, OperationOutput<'officers.password'>, string> = async (
  tx,
  input,
  call,
  passwordHash,
) => {
  const officer = await resolveOfficer(tx, input.officer);
  if (isRefusal(officer)) return officer;
  const { userId, email } = officer;
  if (officer.disabledAt !== null) {
    return refuse('officer_disabled', `${email} was disabled on ${officer.disabledAt.slice(0, 10)}`);
  }
  await tx.insert.officerChanges([
    {
      userId,
      number: officer.changes + 1,
      kind: 'password',
      passwordHash,
      changedAt: call.now,
      changedBy: call.caller.actor,
    },
  ]);
  await tx.session.endSignInsOf(userId, call.clockMs);
  const value = { ...officerResponse(officer), approvals: null };
  const written = { value, audit: { object: String(userId), after: { email, password: 'set' } } };
  if (isSamePerson(email, call.caller.actor)) return written;
  // Whoever sets another's password can sign in as the other, so it counts as giving roles.
  return {
    ...written,
    control: {
      action: 'roles',
      object: String(userId),
      content: { user_id: userId },
      whileWaiting: (waiting) => waiting,
    },
  };
};
