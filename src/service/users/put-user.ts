import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { WriteHandler } from '../call.ts';
import { anotherId, wholeOrRefused } from '../put-record.ts';
import { handle as importRecords } from './import-records.ts';
import { resolveUser } from './resolve-user.ts';
import { userResponse } from './user-response.ts';

/** Takes one user, or a newer version of one. */
export const handle: WriteHandler<OperationInput<'users.put'>, OperationOutput<'users.put'>> = async (
  tx,
  { userId, user_id: repeated, ...fields },
  call,
  prepared,
) => {
  const another = anotherId('user_id', repeated, userId);
  if (another !== null) return another;
  const value = { ...fields, kind: 'user', user_id: userId };
  const taken = await importRecords(tx, { records: [{ line: 0, source: '', value }] }, call, prepared);
  const fault = wholeOrRefused(taken, () => '');
  if (fault !== null) return fault;
  const user = await resolveUser(tx, userId);
  if (isRefusal(user)) return user;
  const { permissions_status, created_at } = fields;
  return { value: userResponse(user), audit: { object: userId, after: { permissions_status, created_at } } };
};
