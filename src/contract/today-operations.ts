import type { Operation } from './operations.ts';

function read(path: string, problems: Operation['problems']) {
  const roles: Operation['roles'] = ['officer', 'servicing', 'reader'];
  return { method: 'GET', path, ofInterface: false, writes: false, roles, problems } as const;
}

/** What a day at the desk begins with: part of the table in `operations.ts`. */
export const TODAY_OPERATIONS = {
  'today.get': read('/api/v1/today', []),
  'find.list': read('/api/v1/find', ['invalid_query']),
} as const satisfies Record<string, Operation>;
