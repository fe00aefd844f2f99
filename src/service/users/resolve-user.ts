import { type Refusal, refuse } from '../../domain/refusal.ts';
import type { ReadTx } from '../../store/port.ts';
import type { UserRecord } from '../../store/records.ts';

/** Finds a user by its id. */
export async function resolveUser(tx: ReadTx, userId: string): Promise<UserRecord | Refusal> {
  const [user] = await tx.users.byIds([userId]);
  return user ?? refuse('user_not_found', `there is no user "${userId}"`);
}

/** Finds a user whose data may be read: its permission must be granted. */
export async function permittedUser(tx: ReadTx, userId: string): Promise<UserRecord | Refusal> {
  const user = await resolveUser(tx, userId);
  if (!('userId' in user) || user.permissionsStatus === 'granted') return user;
  return refuse(
    'permission_not_granted',
    `the permission of user "${userId}" is ${user.permissionsStatus}, not granted`,
  );
}
