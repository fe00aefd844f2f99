import { describe, expect, it } from 'vitest';
import { importedDay, runningLoan } from './bank-statements.ts';
import { type Desk, onDesk } from './desk.ts';
import {
  applicationInput,
  approved,
  disbursed,
  disbursementInput,
  paymentInput,
  payOn,
  setPolicy,
} from './desk-loans.ts';

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
        'objects',
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
        'decisions.create',
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

describe('what a record and an event touch', () => {
  const actionsOn = async (desk: Desk, object: string) =>
    (await desk.done('audit.list', { object })).map(({ action }) => action);

  it(
    'is a list of whole ids, however many they are',
    onDesk(async (desk) => {
      const applications = Array.from({ length: 500 }, (_, at) =>
        applicationInput({ merchant_id: `M-${at}` }),
      );
      const taken = await desk.done('applications.create_many', { applications });
      const ids = taken.map(({ application_id }) => application_id as string);
      const [record] = await desk.done('audit.list', { action: 'applications.create_many' });
      expect(record).toMatchObject({ object: ids[0], objects: ids });
      expect((await desk.done('events.list', {})).at(-1)).toMatchObject({
        application_id: ids[0],
        loan_ids: [],
        objects: ids,
      });
      expect(await actionsOn(desk, ids[499] as string)).toEqual(['applications.create_many']);
      // An id is found whole, not by a part of it.
      expect(await actionsOn(desk, (ids[499] as string).slice(0, -1))).toEqual([]);
    }),
  );

  it(
    'names the loans of a file that was imported, undone, and matched by hand',
    onDesk(async (desk) => {
      const one = await runningLoan(desk);
      const other = await runningLoan(desk, 'M-2');
      const { batchId, heldIds } = await importedDay(desk, '10', '0.00', [
        { amount: '900.00', reference: 'FT1', text: one.loanId },
        { amount: '100.00', reference: 'FT2', text: one.loanId },
        { amount: '700.00', reference: 'FT3', text: other.loanId },
        { amount: '300.00', reference: 'FT4', text: 'no name' },
      ]);
      const loanIds = [one.loanId, other.loanId].sort();
      const last = async () => {
        const [record] = await desk.done('audit.list', {});
        const event = (await desk.done('events.list', {})).at(-1);
        expect(event?.objects).toEqual(record?.objects);
        return { object: record?.object, loans: event?.loan_ids.toSorted(), loan: event?.loan_id };
      };
      expect(await last()).toEqual({ object: batchId, loans: loanIds, loan: null });
      const heldId = heldIds[0] as string;
      await desk.done('held_rows.match', { held_id: heldId, allocations: [{ loan_id: other.loanId }] });
      expect(await last()).toEqual({ object: heldId, loans: [other.loanId], loan: null });
      await desk.done('payment_batches.undo', { batch_id: batchId, reason: 'wrong file' });
      expect(await last()).toEqual({ object: batchId, loans: loanIds, loan: null });
      expect((await actionsOn(desk, other.loanId)).slice(0, 3)).toEqual([
        'payment_batches.undo',
        'held_rows.match',
        'payment_batches.post',
      ]);
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true });
    }),
  );

  it(
    'names a payment with its loan, when it is booked, reversed and refused',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const paymentId = (await payOn(desk, '2026-04-01', loanId, 100)).payment_id as string;
      await desk.done('payments.reverse', { payment_id: paymentId, reason: 'bounced' });
      await desk.refused('payments.reverse', { payment_id: paymentId, reason: 'bounced' });
      const records = await desk.done('audit.list', { object: paymentId });
      expect(records.map(({ action, outcome, objects }) => [action, outcome, objects])).toEqual([
        ['payments.reverse', 'already_reversed', [paymentId]],
        ['payments.reverse', 'done', [loanId, paymentId]],
        ['payments.create', 'done', [loanId, paymentId]],
      ]);
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
        'loan_ids',
        'objects',
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
