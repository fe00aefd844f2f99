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
    created_at: user.createdAt,
  };
}
