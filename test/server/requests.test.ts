import { describe, expect, it } from 'vitest';
import { type Got, onService, type TestService } from './test-service.ts';

const APPLY = '/api/v1/loan-applications';
const APPLICATION = {
  merchant_id: 'nile-1',
  business_name: 'Nile Textiles',
  requested_amount: 50_000,
  loan_purpose: 'inventory',
  monthly_sales_volume: 125_000,
  platform_type: 'platform_a',
  requested_term_months: 12,
};
const KNOWN_LOAN = 'LN-7K3QX9B23';

/** Every refusal is a whole problem document that tells nothing of the machine. */
function expectProblem(got: Got, status: number, code: string): void {
  expect(got).toMatchObject({ status, body: { code } });
  expect(got.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(got.body).toMatchObject({
    type: `/docs/errors#${code}`,
    title: expect.any(String),
    status,
    detail: expect.stringMatching(/./),
    instance: got.headers['x-request-id'],
    errors: expect.any(Array),
  });
  expect(got.text).not.toMatch(/node_modules|\.ts:|SELECT |at \w+ \(|\/work\//);
}

/** The body of an application with one value written as given. */
function applicationText(field: string, written: string): string {
  return JSON.stringify({ ...APPLICATION, [field]: '@' }).replace('"@"', written);
}

describe('a body', () => {
  it.each([
    ['a million opening brackets', '['.repeat(1_000_000), 400, 'malformed_json'],
    ['a million opening braces', '{"a":'.repeat(200_000), 400, 'malformed_json'],
    ['17 levels', `{"applications":${'['.repeat(16)}${']'.repeat(16)}}`, 400, 'malformed_json'],
    ['one name twice', '{"merchant_id":"a","merchant_id":"b"}', 400, 'malformed_json'],
    ['one name twice, once escaped', '{"merchant_id":"a","merchant\\u005fid":"b"}', 400, 'malformed_json'],
    ['one name twice deep inside', '{"applications":[{"a":1,"b":{"c":1,"c":2}}]}', 400, 'malformed_json'],
    ['__proto__', '{"__proto__":{"admin":true}}', 400, 'malformed_json'],
    ['half of it', '{"merchant_id":"a"', 400, 'malformed_json'],
    ['not JSON', 'merchant_id=a', 400, 'malformed_json'],
    ['a second document', '{} {}', 400, 'malformed_json'],
    ['NaN', '{"requested_amount":NaN}', 400, 'malformed_json'],
    ['an array', '[]', 422, 'validation_failed'],
    ['a text', '"x"', 422, 'validation_failed'],
    ['null', 'null', 422, 'validation_failed'],
    ['nothing', '', 422, 'validation_failed'],
    [
      'an exponent beyond all numbers',
      applicationText('requested_amount', '1e400'),
      422,
      'validation_failed',
    ],
    ['three decimals', applicationText('requested_amount', '50000.125'), 422, 'validation_failed'],
    [
      'three decimals, one of them nought',
      applicationText('requested_amount', '50000.120'),
      422,
      'validation_failed',
    ],
    ['an exponent', applicationText('requested_amount', '5e4'), 422, 'validation_failed'],
    ['minus nought', applicationText('requested_amount', '-0'), 422, 'validation_failed'],
    ['20 digits', applicationText('requested_amount', '12345678901234567890'), 422, 'validation_failed'],
    [
      'a field nobody knows',
      JSON.stringify({ ...APPLICATION, requested_amonut: 1 }),
      422,
      'validation_failed',
    ],
  ])('with %s is refused', async (_what, raw, status, code) => {
    await onService(async (service) => {
      const got = await service.ask('POST', APPLY, {
        raw,
        headers: { 'content-type': 'application/json' },
      });
      expectProblem(got, status, code);
      expect((await service.get(APPLY)).body.total_count).toBe(0);
    })();
  });

  it(
    'with several faults has them all named',
    onService(async (service) => {
      const got = await service.ask('POST', APPLY, {
        raw: applicationText('requested_amount', '1e400')
          .replace('"inventory"', '"yacht"')
          .replace('12}', '12,"x":1}'),
      });
      expect(got.body.errors).toMatchObject([
        { pointer: '/x', code: 'unknown_field' },
        { pointer: '/requested_amount' },
        { pointer: '/loan_purpose' },
      ]);
    }),
  );

  it(
    'keeps 16 levels and numbers as they were written',
    onService(async (service) => {
      const raw = applicationText('requested_amount', '50000.50');
      const got = await service.ask('POST', APPLY, { raw });
      expect(got).toMatchObject({ status: 201, body: { requested_amount: 50_000.5 } });
    }),
  );

  it(
    'of 2 MiB is refused, one of 1 MiB is read',
    onService(async (service) => {
      const text = (bytes: number) => `{"merchant_id":"${'x'.repeat(bytes - 18)}"}`;
      expectProblem(await service.ask('POST', APPLY, { raw: text(2 * 1024 * 1024) }), 413, 'body_too_large');
      expectProblem(await service.ask('POST', APPLY, { raw: text(1024 * 1024 + 1) }), 413, 'body_too_large');
      expectProblem(await service.ask('POST', APPLY, { raw: text(1024 * 1024) }), 422, 'validation_failed');
    }),
  );

  it.each([
    ['text', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['another alphabet', { 'content-type': 'application/json; charset=utf-16' }],
    ['nonsense', { 'content-type': '////' }],
    ['compressed', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('of another kind is refused: %s', async (_what, headers) => {
    await onService(async (service) => {
      expectProblem(await service.ask('POST', APPLY, { raw: '{}', headers }), 415, 'media_type_unsupported');
    })();
  });

  it(
    'that is not UTF-8 is refused',
    onService(async (service) => {
      const raw = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
      expectProblem(await service.ask('POST', APPLY, { raw }), 400, 'malformed_json');
    }),
  );

  it(
    'is not needed where nothing must be said',
    onService(async (service) => {
      const got = await service.ask('POST', '/api/v1/disbursements/DSB-7K3QX9B23/completion');
      expect(got.body.code).not.toBe('validation_failed');
      expect(got.status).toBeLessThan(500);
    }),
  );
});

describe('a field of another type', () => {
  it(
    'is told what it must be',
    onService(async (service) => {
      const got = await service.post('/api/v1/policy', { key: 'grace_days', value: 3 });
      expectProblem(got, 422, 'validation_failed');
      expect(got.body.detail).toBe('value must be text in quotes');
    }),
  );
});

describe('a query', () => {
  it.each([
    ['/company/merchants?page=0', 'page'],
    ['/company/merchants?size=501', 'size'],
    ['/company/merchants?size=0', 'size'],
    ['/api/v1/find', 'q'],
    ['/company/merchants?page=1e3', 'page'],
    ['/company/merchants?page=1&page=2', 'page'],
    ['/company/merchants?sort=name', 'sort'],
    ['/company/merchants?__proto__=1', '__proto__'],
    [`/api/v1/loans/${KNOWN_LOAN}?as_of=yesterday`, 'as_of'],
    ['/api/v1/loans?past_due=maybe', 'past_due'],
    ['/api/v1/users?createdAfter=2026-01-01T00:00:00', 'createdAfter'],
  ])('%s is refused', async (url, name) => {
    await onService(async (service) => {
      const got = await service.get(url);
      expectProblem(got, 400, 'invalid_query');
      expect(got.body.detail).toContain(name);
    })();
  });

  it(
    'is refused beside a body',
    onService(async (service) => {
      expectProblem(await service.post(`${APPLY}?dryrun=true`, APPLICATION), 400, 'invalid_query');
    }),
  );
});

describe('an address', () => {
  it.each([
    ['/api/v1/loans/%00', 400, 'invalid_id'],
    ['/api/v1/loans/LN-7K3QX9B2%0A', 400, 'invalid_id'],
    ['/company/merchants/a%00b', 400, 'invalid_id'],
    ['/api/v1/users/%E0%A4%A', 400, 'request_malformed'],
    ['/api/v1/loans/%', 400, 'request_malformed'],
    [`/api/v1/loans/${'9'.repeat(1_100)}`, 400, 'request_malformed'],
    ['/api/v1/loans/LN-7K3QX9B24', 400, 'id_mistyped'],
    [`/api/v1/loans/${KNOWN_LOAN}`, 404, 'loan_not_found'],
    ['/api/v1/loans/..%2f..%2fetc', 400, 'invalid_id'],
    ['/nothing/here', 404, 'address_unknown'],
    ['/api/v1/loan-applications/', 404, 'address_unknown'],
    ['/API/v1/loans', 404, 'address_unknown'],
    ['/', 404, 'address_unknown'],
  ])('%s', async (url, status, code) => {
    await onService(async (service) => {
      expectProblem(await service.get(url), status, code);
      expectProblem(await service.get(url, { token: null }), 401, 'not_signed_in');
    })();
  });

  it.each([
    ['DELETE', '/api/v1/loans', 'GET, HEAD'],
    ['GET', '/api/v1/loan-applications/APP-1/decisions', 'POST'],
    ['PUT', '/api/v1/loan-applications', 'GET, HEAD, POST'],
    ['PATCH', `/api/v1/loans/${KNOWN_LOAN}/payments`, 'GET, HEAD, POST'],
    ['OPTIONS', '/company/merchants', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['TRACE', '/metrics', 'GET, HEAD'],
  ])('does not take %s %s', async (method, url, allow) => {
    await onService(async (service) => {
      const got = await service.ask(method, url, method === 'POST' ? { body: {} } : {});
      expectProblem(got, 405, 'method_not_allowed');
      expect(got.headers.allow).toBe(allow);
      expect((await service.ask(method, url, { token: null })).status).toBe(401);
    })();
  });
});

describe('nothing that is sent is a fault of ours', () => {
  const values = [
    null,
    true,
    5,
    -1,
    'x',
    '',
    '\u0000',
    '\ud800',
    [],
    [1],
    {},
    { a: 1 },
    1e308,
    'LN-7K3QX9B23',
  ];

  it(
    'whatever stands in a field of a body',
    onService(async (service) => {
      const { bodies } = await loanOf(service);
      for (const [url, fields] of bodies) {
        for (const field of fields) {
          for (const value of values) {
            const got = await service.post(url, {
              ...Object.fromEntries(fields.map((name) => [name, 'x'])),
              [field]: value,
            });
            expect(got.status, `${url} ${field} ${JSON.stringify(value)}: ${got.text}`).toBeLessThan(500);
          }
        }
      }
    }),
  );
});

async function loanOf(service: TestService) {
  const { body } = await service.post(APPLY, APPLICATION);
  const decisions = `${APPLY}/${body.application_id}/decisions`;
  const decision = {
    decision: 'approved',
    approved_amount: 50_000,
    interest_rate: 24,
    term_months: 12,
    decision_maker_id: 'officer-7',
  };
  const { loan_id } = (await service.post(decisions, decision)).body;
  const loan = `/api/v1/loans/${loan_id}`;
  const bodies: readonly (readonly [string, readonly string[]])[] = [
    [APPLY, [...Object.keys(APPLICATION), 'external_reference']],
    [`${APPLY}/batch`, ['applications']],
    [
      decisions,
      ['application_id', ...Object.keys(decision), 'rejection_reason', 'day_count', 'grace_months'],
    ],
    [
      `${loan}/disbursements`,
      ['loan_id', 'merchant_bank_account', 'disbursement_amount', 'disbursement_date', 'disbursement_method'],
    ],
    [`${loan}/payments`, ['payment_amount', 'payment_date', 'payment_method', 'payment_reference']],
    [`${loan}/cancellation`, ['reason']],
    ['/api/v1/disbursements/DSB-7K3QX9B23/completion', ['date', 'disbursement_reference']],
    ['/api/v1/disbursements/DSB-7K3QX9B23/failure', ['reason']],
    ['/api/v1/policy', ['key', 'value', 'from']],
    ['/company/merchant-data', ['records', 'store', 'assumed']],
    ['/api/v1/user-data', ['records', 'assumed']],
  ];
  return { bodies };
}
