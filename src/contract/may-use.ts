import type { Operation, Role } from './operations.ts';

/** Whether roles let their holder use an operation at all. Administrators may use every one. */
export function mayUse(operation: Operation, roles: readonly Role[]): boolean {
  if (operation.open === true || roles.includes('admin')) return true;
  return roles.some((role) => operation.roles.includes(role));
}
