import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { permittedUser } from './resolve-user.ts';

/** A user's flags, newest first. */
export const handle: ReadHandler<OperationInput<'users.flags'>, OperationOutput<'users.flags'>> = async (
  tx,
  input,
) => {
  const user = await permittedUser(tx, input.userId);
  if (isRefusal(user)) return user;
  const flags = await tx.users.flags(user.userId);
  return flags.map((flag) => ({
    id: flag.id,
    user_id: flag.userId,
    institution_name: flag.institutionName,
    flag_label: flag.flagLabel,
    timestamp: flag.timestampSeconds,
  }));
};
