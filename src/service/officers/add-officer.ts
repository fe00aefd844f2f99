import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { checkOfficer, foldEmail, type OfficerFields } from '../../domain/officer.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import type { OfficerRecord } from '../../store/access-port.ts';
import { busyOr } from '../access/busy.ts';
import type { Preparation, WriteHandler } from '../call.ts';
import { nextNumber } from '../next-number.ts';
import { officerResponse } from './officer-response.ts';

type Input = OperationInput<'officers.add'>;

interface Checked {
  readonly fields: OfficerFields;
  readonly passwordHash: string;
}

/** Checks the fields and hashes the password. */
export const prepare: Preparation<Input, Checked> = async (input, _call, outside) => {
  const fields = checkOfficer({ ...input });
  if (isRefusal(fields)) return fields;
  const passwordHash = await busyOr(() => outside.passwords.hash(input.password));
  return isRefusal(passwordHash) ? passwordHash : { fields, passwordHash };
};

/** Adds a person or a machine with its roles and its password. An e-mail stands for one officer, for ever. */
export const handle: WriteHandler<Input, OperationOutput<'officers.add'>, Checked> = async (
  tx,
  _input,
  call,
  { fields, passwordHash },
) => {
  const emailFolded = foldEmail(fields.email);
  const other = await tx.officers.byEmail(emailFolded);
  if (other !== null) {
    const state = other.disabledAt === null ? '' : ', disabled';
    return refuse('officer_exists', `${other.email} is officer ${other.userId}${state}`);
  }
  const userId = nextNumber(await tx.officers.list({ offset: 0, limit: 1 }));
  const { email, name, kind } = fields;
  const record: OfficerRecord = {
    userId,
    email,
    emailFolded,
    name,
    roles: fields.roles.join(','),
    kind,
    createdAt: call.now,
    createdBy: call.caller.actor,
  };
  await tx.insert.officers([record]);
  await tx.insert.officerChanges([
    {
      userId: record.userId,
      number: 1,
      kind: 'password',
      passwordHash,
      changedAt: call.now,
      changedBy: call.caller.actor,
    },
  ]);
  const state = { ...record, passwordHash, disabledAt: null, changes: 1 };
  const made = officerResponse(state);
  // A number is an id too: a dry run makes none.
  const value = { ...made, user_id: call.dryRun ? null : userId, approvals: null };
  const written = { value, audit: { object: String(record.userId), after: made } };
  // Where nobody can sign in yet, nobody can agree.
  if (userId === 1) return written;
  return {
    ...written,
    control: {
      action: 'roles',
      object: email,
      content: { email: emailFolded, name, roles: record.roles, kind },
      result: String(record.userId),
      whileWaiting: (waiting) => ({ ...waiting, user_id: null }),
    },
  };
};
