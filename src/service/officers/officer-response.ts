import type { OperationOutput } from '../../contract/operation-types.ts';
import type { Role } from '../../contract/operations.ts';
import type { OfficerState } from '../../store/access-port.ts';

type Officer = OperationOutput<'officers.disable'>;

/** An officer as answered; never what is kept of a password. */
export function officerResponse(officer: OfficerState): Officer {
  return {
    user_id: officer.userId,
    email: officer.email,
    name: officer.name,
    roles: officer.roles.split(',') as Role[],
    system: officer.kind === 'machine',
    disabled_at: officer.disabledAt,
    created_at: officer.createdAt,
    created_by: officer.createdBy,
  };
}
