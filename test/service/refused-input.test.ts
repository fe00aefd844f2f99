import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationName } from '../../src/contract/operation-types.ts';
import type { Outcome } from '../../src/contract/problem.ts';
import { exitCodeOf } from '../../src/contract/problems.ts';
import { readJsonDocuments } from '../../src/ingest/json-documents.ts';
import { localBackend } from '../../src/service/local-backend.ts';
import { type Desk, OFFICER, openDesk } from './desk.ts';

/** For each field: JSON texts of values that must be refused, and what the message must say. */
const CORPUS: Readonly<Record<string, readonly (readonly [json: string, says: string])[]>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'refused-input.json'), 'utf8'),
);

const APPLICATION = {
  merchant_id: 'm-1',
  business_name: 'Nile Crafts',
  requested_amount: 50_000,
  loan_purpose: 'inventory',
  monthly_sales_volume: 90_000,
  platform_type: 'platform_a',
  requested_term_months: 12,
};

const USAGE = 2;

describe('input that must be refused', () => {
  let desk: Desk;
  const asked = new Map<OperationName, Record<string, unknown>>();

  beforeAll(async () => {
    desk = await openDesk('2024-03-10');
    const application_id = (await desk.done('applications.create', APPLICATION)).application_id ?? '';
    const decision = { application_id, decision: 'approved', decision_maker_id: 'mona' };
    const terms = { approved_amount: 50_000, interest_rate: 24, term_months: 12 };
    const { loan_id } = await desk.done('decisions.create', { ...decision, ...terms });
    await desk.done('disbursements.create', {
      loan_id: loan_id ?? '',
      merchant_bank_account: 'EG380019000500000000263180002',
      disbursement_amount: 50_000,
      disbursement_date: '2024-01-10',
      disbursement_method: 'bank_transfer',
    });
    const open = await desk.done('applications.create', { ...APPLICATION, merchant_id: 'm-2' });
    asked.set('applications.create', APPLICATION);
    asked.set('decisions.create', { ...decision, application_id: open.application_id, ...terms });
    const payment = {
      loan_id,
      payment_amount: 100,
      payment_date: '2024-02-10',
      payment_method: 'auto_debit',
    };
    asked.set('payments.create', payment);
    asked.set('loans.get', { loan_id });
  });
  afterAll(() => desk.close());

  /** As a caller with JSON of any kind would: past the types. */
  const call = (name: OperationName, input: unknown): Promise<Outcome<unknown>> =>
    localBackend({
      store: desk.store,
      nowMs: () => Date.parse('2024-03-10T12:00:00Z'),
      randomBytes: (size) => desk.randomBytes(size),
      caller: OFFICER,
      givenBusinessDate: null,
      describedAs: 'ledger of the test',
    }).call(name, input as never);

  const operationOf = (field: string): OperationName => {
    if (field === 'loan_id') return 'loans.get';
    if (field.startsWith('payment_')) return 'payments.create';
    return field in APPLICATION ? 'applications.create' : 'decisions.create';
  };

  it('would be taken with the right values', async () => {
    expect(asked.size).toBe(4);
    for (const [name, input] of asked) {
      if (name !== 'decisions.create') expect([name, (await call(name, input)).ok]).toEqual([name, true]);
    }
  });

  const cases = Object.entries(CORPUS).flatMap(([field, values]) =>
    values.map(([json, says]) => ({ field, json, says })),
  );

  it.each(cases)('$field: $json', async ({ field, json, says }) => {
    const name = operationOf(field);
    const input = asked.get(name) ?? {};
    const text = JSON.stringify({ ...input, [field]: '@' }).replace('"@"', () => json);
    const read = readJsonDocuments(text);
    if (!read.ok) throw new Error(`${text}: ${read.reason}`);
    const before = await desk.fingerprint();
    const answer = await call(name, read.documents[0]);
    if (answer.ok) throw new Error(`it was taken: ${JSON.stringify(answer.value)}`);
    const { code, detail, errors = [] } = answer.problem;
    expect(exitCodeOf(code)).toBe(USAGE);
    expect([detail, ...errors.map((error) => error.message)].join('\n')).toContain(says);
    if (field !== 'loan_id') expect(errors.map((error) => error.pointer)).toEqual([`/${field}`]);
    expect(await desk.fingerprint()).toEqual(before);
  });

  const forms: readonly (readonly [what: string, text: string, reason: RegExp])[] = [
    ['nothing', '', /empty/],
    ['blanks', ' \n\t ', /empty/],
    ['a byte order mark alone', '\ufeff', /empty/],
    ['a cut object', '{"merchant_id":"m-1"', /not JSON/],
    ['a trailing comma', '{"merchant_id":"m-1",}', /not JSON/],
    ['single quotes', "{'merchant_id':'m-1'}", /not JSON/],
    ['a comment', '{"merchant_id":"m-1" /* new */}', /not JSON/],
    ['a bare NaN', '{"requested_amount":NaN}', /not JSON/],
    ['a leading zero', '{"requested_amount":0500}', /not JSON/],
    ['a leading plus', '{"requested_amount":+500}', /not JSON/],
    ['hexadecimal', '{"requested_amount":0x1F4}', /not JSON/],
    ['a raw line end in a text', '{"business_name":"Nile\nCrafts"}', /not JSON/],
    ['a wrong escape', '{"business_name":"\\x41"}', /not JSON/],
    ['CSV', 'merchant_id,business_name\nm-1,Nile Crafts', /not JSON/],
    ['too deep', `${'['.repeat(17)}${']'.repeat(17)}`, /deeper than 16/],
    ['a good line before a bad one', '{"merchant_id":"m-1"}\n{"merchant_id":', /not JSON/],
  ];
  it.each(forms)('JSON: %s', (_what, text, reason) => {
    expect(readJsonDocuments(text)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });

  it.each([
    ['an array for an object', [[APPLICATION]]],
    ['a text for an object', ['m-1']],
    ['a number for an object', [7]],
    ['null for an object', [null]],
    ['an unknown field', [{ ...APPLICATION, requested_amnt: 1 }]],
    ['a field of the prototype', [JSON.parse(`{"__proto__": {"merchant_id": "m-1"}, "constructor": 1}`)]],
  ])('a batch with %s', async (_what, documents) => {
    const before = await desk.fingerprint();
    const answer = await call('applications.create_many', { applications: [APPLICATION, ...documents] });
    expect(answer).toMatchObject({ ok: false, problem: { code: 'validation_failed' } });
    expect(await desk.fingerprint()).toEqual(before);
  });
});
