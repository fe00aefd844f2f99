import { describe, expect, it } from 'vitest';
import type { OperationName } from '../../src/contract/operation-types.ts';
import { OPERATIONS, type Role } from '../../src/contract/operations.ts';
import { localBackend } from '../../src/service/local-backend.ts';
import { type Desk, openDesk } from './desk.ts';

const NAMES = Object.keys(OPERATIONS) as OperationName[];
const ROLES: readonly Role[] = ['admin', 'officer', 'servicing', 'reader'];

/** What each role may do beyond reading, by the rules of the service; written apart from the table. */
const MAY: Record<Exclude<Role, 'admin'>, readonly string[]> = {
  officer: [
    'applications.create',
    'applications.create_many',
    'decisions.create',
    'loans.cancel',
    'loans.add_note',
    'loans.add_alias',
    'approvals.withdraw',
    'officers.password',
  ],
  servicing: [
    'disbursements.create',
    'disbursements.complete',
    'disbursements.fail',
    'disbursements.export',
    'payments.create',
    'payments.reverse',
    'loans.write_off',
    'loans.reverse_write_off',
    'loans.refund',
    'payment_batches.plan',
    'payment_batches.post',
    'payment_batches.undo',
    'held_rows.match',
    'held_rows.accept',
    'held_rows.dismiss',
    'loans.add_note',
    'loans.add_alias',
    'approvals.withdraw',
    'officers.password',
  ],
  // Of oneself only; whose it is, is looked at after the role.
  reader: ['officers.password'],
};

/** Reads for administrators alone. */
const OF_ADMINISTRATORS = /^(officers|audit|events)\./;

function isAllowed(name: OperationName, role: Role): boolean {
  if (role === 'admin' || name.startsWith('auth.')) return true;
  if (!OPERATIONS[name].writes) return !OF_ADMINISTRATORS.test(name);
  return MAY[role].includes(name);
}

/** Whether a call got past the check of roles; what it was refused with after that does not matter here. */
async function passes(desk: Desk, name: OperationName): Promise<boolean> {
  const backend = localBackend({
    store: desk.store,
    nowMs: () => desk.nowMs(),
    randomBytes: (size) => desk.randomBytes(size),
    caller: desk.caller,
    givenBusinessDate: null,
    describedAs: 'ledger of the test',
    passwords: desk.passwords,
  });
  try {
    const answer = await backend.call(name, {} as never);
    return answer.ok || answer.problem.code !== 'role_missing';
  } catch {
    // An input that no schema lets through broke the handler: it was reached.
    return true;
  }
}

describe('roles', () => {
  it.each(NAMES)('decide who may use %s', async (name) => {
    const desk = await openDesk();
    for (const role of ROLES) {
      desk.as(`${role}@bank.example`, role);
      const before = (await desk.audit()).length;
      const passed = await passes(desk, name);
      expect(passed, role).toBe(isAllowed(name, role));
      if (passed) continue;
      const added = (await desk.audit()).slice(before);
      const expected = OPERATIONS[name].writes
        ? [{ actor: desk.caller.actor, action: name, outcome: 'role_missing' }]
        : [];
      expect(added).toMatchObject(expected);
      expect(added).toHaveLength(expected.length);
    }
    desk.as('nothing@bank.example');
    expect(await passes(desk, name)).toBe(name.startsWith('auth.'));
    await desk.close();
  });

  it('add up, and name what is missing', async () => {
    const desk = await openDesk();
    desk.as('both@bank.example', 'officer', 'servicing');
    expect(await passes(desk, 'decisions.create')).toBe(true);
    expect(await passes(desk, 'payments.create')).toBe(true);
    const answer = await desk.call('policy.set', { key: 'default_days', value: '60' });
    expect(answer).toMatchObject({
      ok: false,
      problem: { code: 'role_missing', detail: expect.stringContaining('admin') },
    });
    await desk.close();
  });
});
