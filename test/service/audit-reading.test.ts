import { describe, expect, it } from 'vitest';
import { onDesk } from './desk.ts';
import { approved, disbursed, disbursementInput, paymentInput, payOn, setPolicy } from './desk-loans.ts';

describe('the audit trail', () => {
  it(
    'is listed newest first with the fields of the command, and one record with what stood before and after',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      desk.as('mona@bank.example', 'admin');
      await setPolicy(desk, 'default_days', '60');
      const rows = await desk.done('audit.list', {});
      expect(Object.keys(rows[0] as object)).toEqual([
        'sequence',
        'at',
        'actor',
        'os_user',
        'host',
        'channel',
        'action',
        'object',
        'outcome',
        'request_id',
        'policy_version',
      ]);
      expect(rows.map(({ action }) => action)).toEqual([
        'policy.set',
        'disbursements.create',
        'decisions.create',
        'applications.create',
        'ledger.init',
      ]);
      expect(rows[0]).toMatchObject({ actor: 'mona@bank.example', channel: 'http', host: '10.0.0.7' });
      expect(await desk.done('audit.get', { sequence: String(rows[0]?.sequence) })).toMatchObject({
        ...rows[0],
        before: { value: 90 },
        after: { value: 60 },
        business_date: null,
      });
      expect((await desk.done('audit.list', { object: loanId })).map(({ action }) => action)).toEqual([
        'disbursements.create',
      ]);
    }),
  );

  it(
    'is filtered by actor, action and time, both ends included, and paged',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      await payOn(desk, '2026-04-01', loanId, 100);
      await payOn(desk, '2026-04-02', loanId, 100);
      const days = async (filter: object) =>
        (await desk.done('audit.list', { action: 'payments.create', ...filter })).map(({ at }) =>
          at.slice(0, 10),
        );
      expect(await days({})).toEqual(['2026-04-02', '2026-04-01']);
      expect(await days({ since: '2026-04-02' })).toEqual(['2026-04-02']);
      expect(await days({ until: '2026-04-01' })).toEqual(['2026-04-01']);
      expect(await days({ since: '2026-04-01T12:00:00Z', until: '2026-04-01T12:00:00Z' })).toEqual([
        '2026-04-01',
      ]);
      expect(await days({ until: '2026-04-01T11:59:59Z' })).toEqual([]);
      expect(await days({ actor: 'karim' })).toEqual([]);
      expect(await desk.call('audit.list', { size: '1', page: '2' })).toMatchObject({
        ok: true,
        totalCount: 6,
      });
      for (const wrong of [{ since: 'soon' }, { until: '2026-02-30' }, { size: '501' }, { reads: 'maybe' }]) {
        expect(await desk.refused('audit.list', wrong)).toMatchObject({ code: 'invalid_query' });
      }
      expect((await desk.refused('audit.get', { sequence: '9999' })).code).toBe('audit_record_not_found');
      expect((await desk.refused('audit.get', { sequence: 'last' })).code).toBe('invalid_id');
    }),
  );

  it(
    'is read with a trace of its own, apart from it and from the events',
    onDesk(async (desk) => {
      await disbursed(desk);
      const [trail, events] = [await desk.audit(), await desk.done('events.list', {})];
      desk.as('boss@bank.example', 'admin');
      await desk.done('audit.list', { actor: 'mona' });
      await desk.done('audit.get', { sequence: '1' });
      await desk.call('audit.get', { sequence: 'x' });
      expect(await desk.audit()).toEqual(trail);
      expect(await desk.done('events.list', {})).toEqual(events);
      expect(await desk.done('audit.list', { reads: 'true' })).toMatchObject([
        { sequence: 3, actor: 'boss@bank.example', action: 'audit.get', object: '{"sequence":"x"}' },
        { sequence: 2, action: 'audit.get' },
        { sequence: 1, action: 'audit.list', object: '{"actor":"mona"}', channel: 'http' },
      ]);
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
    }),
  );
});

describe('events', () => {
  it(
    'tell every change in order without a gap, with the application and the loan it is about',
    onDesk(async (desk) => {
      const { loanId, applicationId } = await approved(desk);
      await desk.refused('payments.create', paymentInput(desk, loanId, 100));
      await desk.done('disbursements.create', disbursementInput(desk, loanId));
      await payOn(desk, '2026-04-01', loanId, 100);
      const events = await desk.done('events.list', {});
      expect(events.map((one) => [one.sequence, one.type, one.application_id, one.loan_id])).toEqual([
        [1, 'ledger.init', null, null],
        [2, 'applications.create', applicationId, null],
        [3, 'decisions.create', applicationId, loanId],
        [4, 'disbursements.create', applicationId, loanId],
        [5, 'payments.create', applicationId, loanId],
      ]);
      expect(Object.keys(events[0] as object)).toEqual([
        'sequence',
        'at',
        'type',
        'actor',
        'application_id',
        'loan_id',
        'data',
      ]);
      expect(events[4]).toMatchObject({ actor: 'mona', data: { payment_amount: 100 } });
      expect(await desk.done('events.list', { after: '3', size: '1' })).toEqual([events[3]]);
      expect(await desk.done('events.list', { after: 5 })).toEqual([]);
      for (const wrong of [{ after: '-1' }, { size: '501' }, { after: 'x' }]) {
        expect((await desk.refused('events.list', wrong)).code).toBe('invalid_query');
      }
    }),
  );
});
