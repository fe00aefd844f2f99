import { describe, expect, it } from 'vitest';
import { fileLines } from '../../src/client/file-lines.ts';
import { openDesk } from '../service/desk.ts';
import { disbursed } from '../service/desk-loans.ts';
import { batchInput, ownCsv } from '../service/payment-files.ts';
import { TestService } from './test-service.ts';

const ADDRESS = '/api/v1/payment-batches';
const LINES = { 'content-type': 'application/x-ndjson' };

/** Runs a test on a service with one running loan. */
function served(test: (service: TestService, loan: string) => Promise<void>) {
  return async () => {
    const desk = await openDesk('2026-01-31');
    const service = new TestService(desk);
    try {
      const { loanId } = await disbursed(desk);
      desk.today = '2026-06-30';
      await test(service, loanId);
    } finally {
      await service.close();
    }
  };
}

type OwnRow = readonly [string, string, string, string?];

async function linesOf(...rows: readonly OwnRow[]): Promise<string> {
  return fileLines(await batchInput(ownCsv(...rows)));
}

const sent = (service: TestService, raw: string, more: Record<string, string> = {}, query = '') =>
  service.ask('POST', `${ADDRESS}${query}`, { raw, headers: { ...LINES, ...more } });

describe('files of repayments over HTTP', () => {
  it(
    'are planned as they are sent and posted by their plan',
    served(async (service, loan) => {
      const plan = await sent(
        service,
        await linesOf([loan, '500', '2026-02-28', 'R1'], [loan, '600', '2026-03-31', 'R2']),
      );
      expect(plan.status).toBe(200);
      expect(plan.body).toMatchObject({
        verdict: 'done',
        dry_run: false,
        outcomes: { post: [{ count: 2, sum: '1100.00' }] },
      });
      const { batch_id, plan_digest } = plan.body;
      const posted = await service.ask('POST', `${ADDRESS}/${batch_id}/post`, { body: { plan_digest } });
      expect(posted.status).toBe(201);
      expect(posted.headers.location).toBe(`${ADDRESS}/${batch_id}`);
      expect(posted.body.rows.map((row: { payment_id: string }) => row.payment_id)).toEqual([
        expect.stringMatching(/^PAY-/),
        expect.stringMatching(/^PAY-/),
      ]);
      expect((await service.get(String(posted.headers.location))).status).toBe(200);
      const again = await service.ask('POST', `${ADDRESS}/${batch_id}/post`, { body: { plan_digest } });
      expect(again).toMatchObject({ status: 404, body: { code: 'plan_not_found' } });
    }),
  );

  it(
    'are held to their total with what came in by rows that cannot be read',
    served(async (service, loan) => {
      const text = ownCsv([loan, '400', '2026-02-28'], [loan, '200', '2026-13-31']);
      const plan = await sent(service, fileLines(await batchInput(text, { expect_total: '600.00' })));
      expect(plan.status).toBe(200);
      expect(plan.body).toMatchObject({
        file_faults: [],
        outcomes: { refused: [{ currency: 'EGP', count: 1, sum: '200.00' }] },
        rows: [{ outcome: 'post' }, { outcome: 'refused', amount: '200.00' }],
      });
    }),
  );

  it(
    'are answered as before when posted again under the same key, however long the answer',
    served(async (service, loan) => {
      const rows = Array.from({ length: 300 }, (_, n) => [loan, '1', '2026-02-28', `R${n}`] as const);
      const plan = await sent(service, await linesOf(...rows));
      const { batch_id, plan_digest } = plan.body;
      const ask = () =>
        service.ask('POST', `${ADDRESS}/${batch_id}/post`, {
          body: { plan_digest },
          headers: { 'idempotency-key': 'one-key-of-this-file' },
        });
      const [first, second] = [await ask(), await ask()];
      expect(first.text.length).toBeGreaterThan(65_536);
      expect([second.status, second.text]).toEqual([201, first.text]);
      expect(second.headers['idempotency-replayed']).toBe('true');
    }),
  );

  it(
    'are not posted when the ledger changed in a way that changes their plan',
    served(async (service, loan) => {
      const { body } = await sent(service, await linesOf([loan, '500', '2026-03-31', 'R1']));
      const payment = { payment_amount: 100, payment_date: '2026-02-28', payment_method: 'manual_transfer' };
      expect((await service.ask('POST', `/api/v1/loans/${loan}/payments`, { body: payment })).status).toBe(
        201,
      );
      const posted = await service.ask('POST', `${ADDRESS}/${body.batch_id}/post`, {
        body: { plan_digest: body.plan_digest },
      });
      expect(posted).toMatchObject({ status: 409, body: { code: 'plan_changed' } });
    }),
  );

  it(
    'are posted by whoever planned them and by nobody else',
    served(async (service, loan) => {
      const { body } = await sent(service, await linesOf([loan, '500', '2026-03-31', 'R1']));
      const posted = await service.ask('POST', `${ADDRESS}/${body.batch_id}/post`, {
        body: { plan_digest: body.plan_digest },
        token: 'token-of-servicing',
      });
      expect(posted).toMatchObject({ status: 404, body: { code: 'plan_not_found' } });
    }),
  );

  it(
    'are kept for a day',
    served(async (service, loan) => {
      const { body } = await sent(service, await linesOf([loan, '500', '2026-03-31', 'R1']));
      service.desk.today = '2026-07-02';
      await sent(service, await linesOf([loan, '600', '2026-03-31', 'R2']));
      const posted = await service.ask('POST', `${ADDRESS}/${body.batch_id}/post`, {
        body: { plan_digest: body.plan_digest },
      });
      expect(posted.body.code).toBe('plan_not_found');
    }),
  );

  it(
    'leave nothing behind as a dry run',
    served(async (service, loan) => {
      const plan = await sent(service, await linesOf([loan, '500', '2026-02-28', 'R1']), {}, '?dry_run=true');
      expect(plan).toMatchObject({ status: 200, body: { batch_id: null, dry_run: true } });
    }),
  );

  it.each([
    ['nothing', '', 400, 'malformed_json'],
    ['no JSON', '{"digest":', 400, 'malformed_json'],
    ['a name twice', '{"digest":"a","digest":"b"}', 400, 'malformed_json'],
    ['another file', '{"digest":"x"}', 422, 'validation_failed'],
  ])('are refused as %s', async (_what, raw, status, code) =>
    served(async (service) => {
      expect(await sent(service, raw)).toMatchObject({ status, body: { code } });
    })(),
  );

  it(
    'are refused with every field that is not right, by its line',
    served(async (service, loan) => {
      const [file, begin, row = ''] = (await linesOf([loan, '500', '2026-02-28', 'R1'])).split('\n');
      const wrong = row.replace('"500.00"', '"5e2"').replace('2026-02-28', '2026-02-30');
      const extra = row.replace('"kind":"row"', '"kind":"row","colour":"red"');
      const { status, body } = await sent(service, [file, begin, wrong, extra].join('\n'));
      expect([status, body.code]).toEqual([422, 'validation_failed']);
      expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
        '/parts/1/amount',
        '/parts/1/booking_date',
        '/parts/1',
      ]);
      expect(body.errors[2].message).toContain('colour');
    }),
  );

  it.each([
    ['{}', '/file/digest', 'line 1: digest is missing'],
    ['[]', '/file', 'line 1: it must be an object'],
    [
      '{"method": 5}',
      '/file/method',
      'line 1: method must be one of auto_debit, manual_transfer, revenue_share',
    ],
    ['{"use_value_date": "no"}', '/file/use_value_date', 'line 1: use_value_date must be true or false'],
    ['{"sheet": 1}', '/file', 'line 1: there is no field "sheet"'],
  ])('are refused in words: %s', async (line, pointer, message) => {
    await served(async (service) => {
      const refused = await sent(service, line);
      expect(refused).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
      expect(refused.body.errors).toContainEqual({ pointer, code: 'invalid_value', message });
    })();
  });

  it(
    'are refused as another kind of content, and to those who may not book repayments',
    served(async (service, loan) => {
      const raw = await linesOf([loan, '500', '2026-02-28', 'R1']);
      const asJson = await service.ask('POST', ADDRESS, {
        raw,
        headers: { 'content-type': 'application/json' },
      });
      expect(asJson).toMatchObject({ status: 415, body: { code: 'media_type_unsupported' } });
      const asReader = await service.ask('POST', ADDRESS, { raw, headers: LINES, token: 'token-of-reader' });
      expect(asReader).toMatchObject({ status: 403, body: { code: 'role_missing' } });
    }),
  );

  it(
    'may be far larger than other bodies',
    served(async (service, loan) => {
      const rows = Array.from(
        { length: 4_000 },
        (_, n) => [loan, '0.01', '2026-02-28', `REFERENCE-OF-THE-BANK-${n}`.padEnd(90, '-')] as const,
      );
      const raw = await linesOf(...rows);
      expect(raw.length).toBeGreaterThan(1024 * 1024);
      const plan = await sent(service, raw, {}, '?dry_run=true');
      expect(plan.body.outcomes.post).toEqual([{ currency: 'EGP', count: 4_000, sum: '40.00' }]);
    }),
  );
});
