import type { Operation, Role } from './operations.ts';

/** What only administrators may do and see: they hold every role, so none is named. */
const ADMINISTRATORS: readonly Role[] = [];
const EVERYONE: readonly Role[] = ['officer', 'servicing', 'reader'];

/** Signing in and out: open to all, since nobody has a token yet. */
function signingIn(path: string, problems: Operation['problems'], ofInterface = false) {
  const roles = ADMINISTRATORS;
  return { method: 'POST', path, ofInterface, writes: true, roles, problems, open: true } as const;
}

function read(path: string, roles: readonly Role[], problems: Operation['problems']) {
  return { method: 'GET', path, ofInterface: false, writes: false, roles, problems } as const;
}

function write(path: string, roles: readonly Role[], problems: Operation['problems']) {
  return { method: 'POST', path, ofInterface: false, writes: true, roles, problems } as const;
}

/** Operations about who may do what and who did: part of the table in `operations.ts`. */
export const ACCESS_OPERATIONS = {
  'auth.token': signingIn(
    '/api/v1/auth/token',
    ['validation_failed', 'credentials_refused', 'sign_in_throttled'],
    true,
  ),
  'auth.refresh': signingIn('/api/v1/auth/refresh', [
    'validation_failed',
    'already_refreshed',
    'token_refused',
  ]),
  'auth.revoke': signingIn('/api/v1/auth/revoke', ['validation_failed']),
  'officers.list': read('/api/v1/officers', ADMINISTRATORS, ['invalid_query']),
  'officers.add': write('/api/v1/officers', ADMINISTRATORS, [
    'validation_failed',
    'officer_exists',
    'second_person_needed',
  ]),
  'officers.disable': write('/api/v1/officers/{officer}/disablement', ADMINISTRATORS, [
    'officer_not_found',
    'officer_disabled',
  ]),
  // Their own: that of others is for administrators alone, which the service judges.
  'officers.password': write('/api/v1/officers/{officer}/password', EVERYONE, [
    'validation_failed',
    'officer_not_found',
    'officer_disabled',
    'second_person_needed',
  ]),
  'approvals.list': read('/api/v1/approvals', EVERYONE, ['invalid_query']),
  'approvals.withdraw': write(
    '/api/v1/approvals/{approval}/withdrawal',
    ['officer', 'servicing'],
    ['invalid_id', 'approval_not_found', 'approval_ended', 'role_missing'],
  ),
  'audit.list': read('/api/v1/audit', ADMINISTRATORS, ['invalid_query']),
  'audit.get': read('/api/v1/audit/{sequence}', ADMINISTRATORS, ['invalid_id', 'audit_record_not_found']),
  'events.list': read('/api/v1/events', ADMINISTRATORS, ['invalid_query']),
} as const satisfies Record<string, Operation>;
