import type { Operation, Role } from './operations.ts';

const EVERYONE: readonly Role[] = ['officer', 'servicing', 'reader'];

function read(path: string, problems: Operation['problems']) {
  return { method: 'GET', path, ofInterface: false, writes: false, roles: EVERYONE, problems } as const;
}

/** Operations that hand things on to other systems: part of the table in `operations.ts`. */
export const EXPORT_OPERATIONS = {
  'journal.list': read('/api/v1/journal', ['invalid_query']),
} as const satisfies Record<string, Operation>;
