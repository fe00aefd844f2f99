import { describe, expect, it } from 'vitest';
import type { OperationName } from '../../src/contract/operation-types.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { EXPIRED_TOKEN, onService } from './test-service.ts';

const ROLES = ['admin', 'officer', 'servicing', 'reader'] as const;
const ANYONE = 'anyone';
const EVERY_ROLE = 'admin officer servicing reader';

/**
 * Who may do what, written down apart from the table, so that a slip there is seen here. An operation that has no row
 * fails.
 */
const MATRIX: Readonly<Record<string, string>> = {
  'applications.create': 'admin officer',
  'applications.create_many': 'admin officer',
  'applications.list': EVERY_ROLE,
  'applications.get': EVERY_ROLE,
  'assessments.get': EVERY_ROLE,
  'decisions.create': 'admin officer',
  'disbursements.create': 'admin servicing',
  'disbursements.get': EVERY_ROLE,
  'disbursements.list': EVERY_ROLE,
  'disbursements.complete': 'admin servicing',
  'disbursements.fail': 'admin servicing',
  'payments.create': 'admin servicing',
  'payments.reverse': 'admin servicing',
  'payments.get': EVERY_ROLE,
  'loans.get': EVERY_ROLE,
  'loans.list': EVERY_ROLE,
  'loans.schedule': EVERY_ROLE,
  'loans.payments': EVERY_ROLE,
  'loans.disbursements': EVERY_ROLE,
  'loans.payoff': EVERY_ROLE,
  'loans.explain': EVERY_ROLE,
  'loans.statement': EVERY_ROLE,
  'payments.receipt': EVERY_ROLE,
  'documents.letterhead': EVERY_ROLE,
  'loans.cancel': 'admin officer',
  'loans.write_off': 'admin servicing',
  'loans.reverse_write_off': 'admin servicing',
  'loans.refund': 'admin servicing',
  'payment_batches.plan': 'admin servicing',
  'payment_batches.post': 'admin servicing',
  'payment_batches.list': EVERY_ROLE,
  'payment_batches.get': EVERY_ROLE,
  'payment_batches.undo': 'admin servicing',
  'held_rows.list': EVERY_ROLE,
  'held_rows.get': EVERY_ROLE,
  'held_rows.match': 'admin servicing',
  'held_rows.accept': 'admin servicing',
  'held_rows.dismiss': 'admin servicing',
  'reports.reconciliation': EVERY_ROLE,
  'quotes.get': EVERY_ROLE,
  'merchants.list': EVERY_ROLE,
  'merchants.get': EVERY_ROLE,
  'merchants.orders': EVERY_ROLE,
  'merchants.import': 'admin',
  'merchants.put': 'admin',
  'merchants.add_orders': 'admin',
  'merchants.sales': EVERY_ROLE,
  'users.list': EVERY_ROLE,
  'users.get': EVERY_ROLE,
  'users.transactions': EVERY_ROLE,
  'users.summary': EVERY_ROLE,
  'users.flags': EVERY_ROLE,
  'users.flags_summary': EVERY_ROLE,
  'users.features': EVERY_ROLE,
  'users.import': 'admin',
  'users.put': 'admin',
  'users.add_transactions': 'admin',
  'users.add_flags': 'admin',
  'loans.notes': EVERY_ROLE,
  'loans.add_note': 'admin officer servicing',
  'loans.add_alias': 'admin officer servicing',
  'payments.list': EVERY_ROLE,
  'payments.totals': EVERY_ROLE,
  'today.get': EVERY_ROLE,
  'find.list': EVERY_ROLE,
  'reports.portfolio': EVERY_ROLE,
  'reports.ageing': EVERY_ROLE,
  'reports.due': EVERY_ROLE,
  'reports.trial_balance': EVERY_ROLE,
  'reports.revenue_share': EVERY_ROLE,
  'reports.decisions': EVERY_ROLE,
  'disbursements.export': 'admin servicing',
  'disbursements.exported': EVERY_ROLE,
  'journal.list': EVERY_ROLE,
  'policy.show': EVERY_ROLE,
  'policy.set': 'admin',
  'policy.history': EVERY_ROLE,
  'auth.token': ANYONE,
  'auth.refresh': ANYONE,
  'auth.revoke': ANYONE,
  'officers.list': 'admin',
  'officers.add': 'admin',
  'officers.disable': 'admin',
  // Their own; of another, administrators alone: see the tests of officers.
  'officers.password': EVERY_ROLE,
  'approvals.list': EVERY_ROLE,
  'approvals.withdraw': 'admin officer servicing',
  'audit.list': 'admin',
  'audit.get': 'admin',
  'events.list': 'admin',
};

const NAMES = (Object.keys(OPERATIONS) as OperationName[]).filter((name) => OPERATIONS[name].path !== null);

describe('access', () => {
  it('is written down for every operation with an address', () => {
    expect(Object.keys(MATRIX).sort()).toEqual([...NAMES].sort());
  });

  it.each(NAMES)('to %s', async (name) => {
    const { method, path } = OPERATIONS[name];
    const url = (path ?? '').replace(/\{\w+\}/g, 'X1');
    await onService(async (service) => {
      const ask = (token: string | null) =>
        service.ask(method, url, method === 'GET' ? { token } : { token, body: {} });
      const who = MATRIX[name] ?? '';
      for (const token of [null, 'garbage', EXPIRED_TOKEN]) {
        const got = await ask(token);
        if (who === ANYONE) {
          expect(got.body.code).not.toBe('not_signed_in');
          continue;
        }
        expect(got, `${name} with ${token}`).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
        expect(got.headers['www-authenticate']).toMatch(/^Bearer/);
      }
      for (const role of ROLES) {
        const got = await ask(`token-of-${role}`);
        const may = who === ANYONE || who.split(' ').includes(role);
        expect(got.body?.code === 'role_missing', `${role} ${may ? 'may' : 'may not'}: ${got.text}`).toBe(
          !may,
        );
        if (!may) expect(got.status).toBe(403);
        else expect(got.status).not.toBe(500);
      }
    })();
  });

  it.each(['/', '/api/v1/nothing', '/company', '/metrics', '/docs/secret', '/healthz/x', '//'])(
    'to %s needs a token, whatever is or is not there',
    async (url) => {
      await onService(async (service) => {
        for (const method of ['GET', 'POST', 'DELETE']) {
          for (const token of [null, 'garbage']) {
            const got = await service.ask(method, url, { token, raw: '{'.repeat(100) });
            expect(got, `${method} ${url}`).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
          }
        }
      })();
    },
  );

  it.each(['/healthz', '/readyz', '/openapi.json', '/docs', '/docs/errors'])('to %s is open', async (url) => {
    await onService(async (service) => {
      for (const token of [null, 'garbage']) expect((await service.get(url, { token })).status).toBe(200);
    })();
  });

  it.each([
    'Basic dXNlcjpwYXNz',
    'Bearer',
    'Bearer ',
    'token-of-admin',
    'Bearer a b',
    `Bearer ${'a'.repeat(5_000)}`,
  ])('is not given for Authorization: %s', async (authorization) => {
    await onService(async (service) => {
      const got = await service.get('/api/v1/policy', { token: null, headers: { authorization } });
      expect(got).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    })();
  });
});
