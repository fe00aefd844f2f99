import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { resolveUser } from './resolve-user.ts';
import { userResponse } from './user-response.ts';

/** One user. */
export const handle: ReadHandler<OperationInput<'users.get'>, OperationOutput<'users.get'>> = async (
  tx,
  input,
) => {
  const user = await resolveUser(tx, input.userId);
  return isRefusal(user) ? user : userResponse(user);
};
