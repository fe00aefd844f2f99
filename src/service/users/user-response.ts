import type { OperationOutput } from '../../contract/operation-types.ts';
import type { UserRecord } from '../../store/records.ts';

/** A user as the interface answers it. */
export function userResponse(user: UserRecord): OperationOutput<'users.get'> {
  return {
    user_id: user.userId,
    permissions_status: user.permissionsStatus,
    user_name: user.userName,
    user_phone: user.userPhone,
    last_updated: user.lastUpdated,
    created_at: utcText(user),
  };
}

/** The same instant in UTC, whatever offset the file gave it with; what is UTC already stays as it was given. */
function utcText({ createdAt, createdAtMs }: UserRecord): string {
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(createdAt)) return createdAt;
  return new Date(createdAtMs).toISOString().replace('.000Z', 'Z');
}
