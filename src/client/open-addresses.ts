import type { OperationName } from '../contract/operation-types.ts';
import { OPERATIONS } from '../contract/operations.ts';
import type { Problem } from '../contract/problem.ts';

/** Addresses that are elsewhere than the table has them. */
export type Addresses = Readonly<Partial<Record<OperationName, string>>>;

/** The operations whose addresses the interface leaves open, by the names people move them with. */
const OPEN: Readonly<Record<string, OperationName>> = {
  token: 'auth.token',
  refresh: 'auth.refresh',
  revoke: 'auth.revoke',
  users: 'users.list',
  user: 'users.get',
  transactions: 'users.transactions',
  'transactions-summary': 'users.summary',
  flags: 'users.flags',
  'flags-summary': 'users.flags_summary',
  features: 'users.features',
};
const BELOW_USERS = ['user', 'transactions', 'transactions-summary', 'flags', 'flags-summary', 'features'];

/**
 * Reads addresses as given with `--address NAME=PATH`. Moving `users` moves everything below it that is not moved by
 * itself: `users=/v2/users` puts the flags at `/v2/users/{userId}/flags`.
 */
export function readAddresses(given: Readonly<Record<string, string>>): Addresses | Problem {
  const addresses: Partial<Record<OperationName, string>> = {};
  for (const [typed, path] of Object.entries(given)) {
    const name =
      typed.replaceAll('_', '-') === 'summary' ? 'transactions-summary' : typed.replaceAll('_', '-');
    const operation = OPEN[name];
    if (operation === undefined) {
      return unusable(`There is no address "${typed}" to set.`, `Names: ${Object.keys(OPEN).join(', ')}.`);
    }
    const fault = pathFault(path, BELOW_USERS.includes(name));
    if (fault !== null) return unusable(`The address ${typed}=${path} is not usable: ${fault}.`);
    addresses[operation] = path;
  }
  const users = addresses['users.list'];
  if (users !== undefined) {
    for (const name of BELOW_USERS) {
      const operation = OPEN[name] as OperationName;
      addresses[operation] ??=
        `${users}${(OPERATIONS[operation].path as string).slice('/api/v1/users'.length)}`;
    }
  }
  return addresses;
}

function pathFault(path: string, hasUser: boolean): string | null {
  if (!/^\/(?!\/)[\x21-\x7e]*$/.test(path) || /[?#\\]/.test(path)) {
    return 'it must be a path on the server, such as /v2/users';
  }
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  if (hasUser && (names.length !== 1 || names[0] !== 'userId')) return 'it must hold {userId} once';
  return !hasUser && names.length > 0 ? 'it takes no {…}' : null;
}

function unusable(detail: string, hint = 'Write it like --address users=/v2/users.'): Problem {
  return { code: 'usage', detail, hint };
}
