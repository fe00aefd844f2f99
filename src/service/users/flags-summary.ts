import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { permittedUser } from './resolve-user.ts';

/** A user's flags counted by month, label, institution and account type. */
export const handle: ReadHandler<
  OperationInput<'users.flags_summary'>,
  OperationOutput<'users.flags_summary'>
> = async (tx, input) => {
  const user = await permittedUser(tx, input.userId);
  if (isRefusal(user)) return user;
  const counts = await tx.users.flagCounts(user.userId);
  return {
    months: counts.map((one) => ({
      month: one.month,
      flag_label: one.flagLabel,
      institution_name: one.institutionName,
      account_type: one.accountType,
      count: one.count,
    })),
  };
};
