import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { readAnswerJson } from '../../src/client/answer-json.ts';
import { readAddresses } from '../../src/client/open-addresses.ts';
import { NUMBER_FIELDS, operationRequest } from '../../src/client/operation-request.ts';
import { waitBefore } from '../../src/client/retries.ts';
import { readServerAddress } from '../../src/client/server-address.ts';
import { mayConcernTheSame } from '../../src/client/write-subject.ts';
import { OPERATION_SCHEMAS } from '../../src/contract/operation-schemas.ts';
import type { OperationName } from '../../src/contract/operation-types.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { decimalInput, wholeInput } from '../../src/contract/schemas/fields.ts';

describe('the address of a server', () => {
  it.each([
    ['https://lending.bank.example', 'https://lending.bank.example', ''],
    ['https://lending.bank.example:8443/desk/', 'https://lending.bank.example:8443', '/desk'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', ''],
    ['http://localhost:8080/', 'http://localhost:8080', ''],
    ['http://[::1]:8080', 'http://[::1]:8080', ''],
  ])('reads %s', (text, origin, prefix) => {
    expect(readServerAddress(text)).toMatchObject({ origin, prefix });
  });

  it.each([
    ['http://lending.bank.example', 'server_insecure'],
    ['http://127.0.0.1.evil.example', 'server_insecure'],
    ['http://localhost.evil.example', 'server_insecure'],
    ['http://192.168.1.5:8080', 'server_insecure'],
    ['ftp://127.0.0.1', 'usage'],
    ['https://mona:secret@lending.bank.example', 'usage'],
    ['https://lending.bank.example?token=x', 'usage'],
    ['lending', 'usage'],
  ])('refuses %s', (text, code) => {
    const refused = readServerAddress(text);
    expect(refused).toMatchObject({ code });
    expect(JSON.stringify(refused)).not.toContain('secret');
  });
});

describe('a request', () => {
  it('puts numbers out with the digits that were typed, and what is no number as text', () => {
    const body = (amount: string) =>
      operationRequest(
        'payments.create',
        {
          loan_id: 'LN-1',
          payment_amount: amount,
          payment_date: '2026-03-01',
          payment_method: 'wallet',
          payment_reference: '00123',
        },
        {},
      ).body;
    expect(body('1500.50')).toContain('"payment_amount":1500.50,');
    expect(body('1500.500')).toContain('"payment_amount":1500.500,');
    expect(body('1,000')).toContain('"payment_amount":"1,000"');
    expect(body('1e400')).toContain('"payment_amount":"1e400"');
    expect(body('007')).toContain('"payment_amount":"007"');
    expect(body('1')).toContain('"payment_reference":"00123"');
  });

  it('knows every number field of every write', () => {
    const names = (Object.keys(OPERATIONS) as OperationName[]).filter((name) => OPERATIONS[name].writes);
    for (const name of names) {
      const { shape } = OPERATION_SCHEMAS[name].request as unknown as { shape: Record<string, z.ZodType> };
      for (const [field, schema] of Object.entries(shape)) {
        if (!OPERATIONS[name].path?.includes(`{${field}}`)) {
          expect(NUMBER_FIELDS.has(field), `${name} ${field}`).toBe(isNumber(schema));
        }
      }
    }
  });

  it('keeps an id inside its part of the path', () => {
    const path = (loanId: string) => operationRequest('loans.get', { loan_id: loanId }, {}).path;
    expect(path('../officers?x=1#y')).toBe('/api/v1/loans/..%2Fofficers%3Fx%3D1%23y');
    expect(path('ل 1')).toBe('/api/v1/loans/%D9%84%201');
  });

  it('repeats the application in the body of its decision, the one typed when it is another', () => {
    const decide = { application_id: 'APP-1', decision: 'rejected', decision_maker_id: 'mona' };
    expect(operationRequest('decisions.create', decide, {})).toMatchObject({
      path: '/api/v1/loan-applications/APP-1/decisions',
      body: '{"application_id":"APP-1","decision":"rejected","decision_maker_id":"mona"}',
    });
    const other = operationRequest('decisions.create', { ...decide, body_application_id: 'APP-2' }, {});
    expect(other.body).toContain('"application_id":"APP-2"');
  });
});

/** Whether a schema takes both number and text, as amounts and whole numbers do. */
function isNumber(schema: z.ZodType): boolean {
  let inner = schema as z.ZodType & { unwrap?: () => z.ZodType };
  while (inner.unwrap !== undefined) inner = inner.unwrap() as typeof inner;
  return inner === decimalInput || inner === wholeInput;
}

describe('moved addresses', () => {
  it('move what is below users with it, but for what is moved by itself', () => {
    expect(readAddresses({ users: '/v2/users', features: '/score/{userId}', token: '/login' })).toEqual({
      'auth.token': '/login',
      'users.list': '/v2/users',
      'users.get': '/v2/users/{userId}',
      'users.transactions': '/v2/users/{userId}/transactions',
      'users.summary': '/v2/users/{userId}/transactions/summary',
      'users.flags': '/v2/users/{userId}/flags',
      'users.flags_summary': '/v2/users/{userId}/flags/summary',
      'users.features': '/score/{userId}',
    });
  });

  it.each<Record<string, string>>([
    { loans: '/v2/loans' },
    { token: 'https://elsewhere.example/login' },
    { token: '//elsewhere.example/login' },
    { token: 'login' },
    { user: '/v2/users' },
    { users: '/v2/{userId}' },
    { user: '/v2/{userId}?x={other}' },
  ])('are refused: %j', (given) => {
    expect(readAddresses(given)).toMatchObject({ code: 'usage' });
  });
});

describe('waiting', () => {
  it('grows with jitter, honours the server and has a bound', () => {
    expect([1, 2, 3].map((attempt) => waitBefore(attempt, undefined, 0.5))).toEqual([100, 200, 400]);
    expect(waitBefore(1, undefined, 0)).toBe(0);
    expect(waitBefore(1, 3, 0.5)).toBe(3100);
    expect(waitBefore(1, 11, 0)).toBeNull();
  });
});

describe('an answer', () => {
  it('is no JSON when it nests absurdly deep, whatever stands in its texts', () => {
    expect(readAnswerJson('['.repeat(1_000_000))).toBeUndefined();
    expect(readAnswerJson(`${'['.repeat(40)}${']'.repeat(40)}`)).toBeUndefined();
    expect(readAnswerJson(JSON.stringify(['['.repeat(100), '\\', '"[[', '\\"']))).toHaveLength(4);
    expect(readAnswerJson('not json')).toBeUndefined();
  });
});

describe('what a write is about', () => {
  it('is the same for an id of a loan and one of an application, since which is whose nobody knows here', () => {
    expect(mayConcernTheSame(['LN-1'], ['LN-1'])).toBe(true);
    expect(mayConcernTheSame(['LN-1'], ['LN-2'])).toBe(false);
    expect(mayConcernTheSame(['LN-1'], ['APP-2'])).toBe(true);
    expect(mayConcernTheSame(['APP-1'], ['APP-2'])).toBe(false);
    expect(mayConcernTheSame([], ['LN-1'])).toBe(false);
    expect(mayConcernTheSame(['PAY-1'], ['LN-1'])).toBe(true);
    expect(mayConcernTheSame(['LN-1', 'PAY-1'], ['LN-2'])).toBe(false);
    expect(mayConcernTheSame(['PAY-1'], ['M-1'])).toBe(false);
  });
});
