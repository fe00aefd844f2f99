import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { WriteHandler } from '../call.ts';
import { ownedRecords, withStrange } from '../owned-records.ts';
import { handle as importRecords } from './import-records.ts';
import { resolveUser } from './resolve-user.ts';

/** Takes a batch of one user's transactions; bad ones are answered and never stop good ones. */
export const handle: WriteHandler<
  OperationInput<'users.add_transactions'>,
  OperationOutput<'users.add_transactions'>
> = async (tx, input, call, prepared) => {
  const user = await resolveUser(tx, input.userId);
  if (isRefusal(user)) return user;
  const owner = { kind: 'transaction', field: 'user_id', names: [user.userId] } as const;
  const { owned, strange } = ownedRecords(input.records, owner);
  return withStrange(await importRecords(tx, { records: owned }, call, prepared), 'transaction', strange);
};
