import { describe, expect, it } from 'vitest';
import type { OperationName } from '../../src/contract/operation-types.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { objectsOf } from '../../src/service/audit/touched-objects.ts';
import { OFFICER, onDesk, openDesk, recordedOf } from './desk.ts';
import { applicationInput, approved, disbursed, paymentInput, payOn } from './desk-loans.ts';
import { WRITES } from './writes.ts';

/** Operations whose writes are tested with the user data they take in, or with signing in. */
const OF_USER_DATA = /^(users|auth|officers|approvals)\./;
/** Kept for its posting and nothing more: no record of it remains, so there is none to test. */
const NO_RECORD: readonly string[] = ['payment_batches.plan'];

const GENERATED = /^(APP|LN|DSB|PAY|MRC|BAT|RFD|HLD)-[0-9A-Z]{9}$/;

/** A dry run's answer beside the real one: `dry_run` taken off, and null where the real one has a fresh id. */
function likeTheReal(dry: unknown, real: unknown, fresh: ReadonlySet<string>): void {
  if (Array.isArray(dry) && Array.isArray(real)) {
    expect(dry).toHaveLength(real.length);
    for (const [index, item] of dry.entries()) likeTheReal(item, real[index], fresh);
    return;
  }
  if (typeof dry === 'object' && dry !== null) {
    const { dry_run: _flag, ...fields } = dry as Record<string, unknown>;
    const { dry_run: _no, ...others } = real as Record<string, unknown>;
    expect(Object.keys(fields)).toEqual(Object.keys(others));
    for (const [key, value] of Object.entries(fields)) {
      likeTheReal(value, (real as Record<string, unknown>)[key], fresh);
    }
    return;
  }
  if (typeof real === 'string' && fresh.has(real)) expect(dry).toBeNull();
  else expect(dry).toEqual(real);
}

/** Every id of ours in a value. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return GENERATED.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(idsIn);
}

describe('every write', () => {
  it('is among the cases', () => {
    const writing = (Object.keys(OPERATIONS) as OperationName[]).filter(
      (name) => OPERATIONS[name].writes && !OF_USER_DATA.test(name) && !NO_RECORD.includes(name),
    );
    expect([...new Set(WRITES.map((write) => write.operation))].sort()).toEqual(writing.sort());
  });

  it.each(WRITES)('rehearses $what: the same answer, nothing written', async ({ operation, arrange }) => {
    const desk = await openDesk();
    const { input } = await arrange(desk);
    const [facts, audit] = [await desk.fingerprint(), await desk.audit()];
    const known = new Set([...idsIn(facts), ...idsIn(input)]);
    const dry = await desk.done(operation, input, { dryRun: true });
    expect(await desk.fingerprint()).toEqual(facts);
    expect(await desk.audit()).toEqual(audit);
    for (const one of [dry].flat()) expect(one).toMatchObject({ dry_run: true });
    // As it is sent: the rows of a long file are written out as they go.
    const real = JSON.parse(JSON.stringify(await desk.done(operation, input)));
    likeTheReal(dry, real, new Set(idsIn(real).filter((id) => !known.has(id))));
    expect(JSON.stringify(real)).not.toContain('"dry_run":true');
    expect(await desk.fingerprint()).not.toEqual(facts);
    await desk.close();
  });

  it.each(WRITES)('is one audit record: $what', async ({ operation, arrange }) => {
    const desk = await openDesk();
    const { input, object, before, after } = await arrange(desk);
    const earlier = await desk.audit();
    await desk.done(operation, input);
    const [record, ...more] = (await desk.audit()).slice(earlier.length);
    expect(more).toEqual([]);
    expect(record).toMatchObject({
      at: `${desk.today}T12:00:00.000Z`,
      ...recordedOf(OFFICER),
      action: operation,
      outcome: 'done',
      businessDate: null,
    });
    expect(record?.requestId).toMatch(/^[0-9a-f]{16}$/);
    const [about] = objectsOf(record?.object ?? '');
    if (object === null) expect(about).toMatch(/^(APP|BAT)-/);
    else expect(about).toBe(object);
    if (before === undefined) expect(record?.beforeJson).toBeNull();
    else expect(JSON.parse(record?.beforeJson ?? '')).toMatchObject(before as object);
    expect(JSON.parse(record?.afterJson ?? '')).toMatchObject(after as object);
    expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
    await desk.close();
  });
});

describe('the audit trail', () => {
  it(
    'names the business date when one was given, for a change and for a refused attempt',
    onDesk(async (desk) => {
      desk.givenBusinessDate = '2026-02-10';
      const { loanId, applicationId } = await approved(desk);
      await desk.refused('payments.create', paymentInput(desk, loanId, 100));
      const records = (await desk.audit()).slice(1);
      expect(records.map((one) => [one.action, one.outcome, one.businessDate, one.at])).toEqual([
        ['applications.create', 'done', '2026-02-10', '2026-02-10T12:00:00.000Z'],
        ['decisions.create', 'done', '2026-02-10', '2026-02-10T12:00:00.000Z'],
        ['payments.create', 'nothing_disbursed', '2026-02-10', '2026-02-10T12:00:00.000Z'],
      ]);
      expect(await desk.done('applications.get', { application_id: applicationId })).toMatchObject({
        created_at: '2026-02-10',
        decisions: [{ decided_on: '2026-02-10' }],
      });
    }),
  );

  it(
    'keeps who asked, what was asked and why it was refused',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      desk.caller = {
        actor: 'karim',
        osUser: 'k.said',
        host: 'desk-9',
        channel: 'terminal',
        userId: null,
        roles: null,
      };
      const problem = await desk.refused('payments.create', paymentInput(desk, loanId, 99_999));
      const record = (await desk.audit()).at(-1);
      expect(record).toMatchObject({
        ...recordedOf(desk.caller),
        object: loanId,
        outcome: 'overpayment',
        policyVersion: 1,
      });
      expect(JSON.parse(record?.afterJson ?? '')).toMatchObject({
        asked: { loan_id: loanId, payment_amount: 99_999 },
        refused: { code: 'overpayment', message: problem.detail },
      });
    }),
  );

  it(
    'has a refused rehearsal that a person would have agreed to, not a refused dry run',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const before = await desk.audit();
      const input = paymentInput(desk, loanId, 99_999);
      await desk.call('payments.create', input, { dryRun: true });
      expect(await desk.audit()).toEqual(before);
      await desk.call('payments.create', input, { dryRun: true, rehearsal: true });
      expect((await desk.audit()).slice(before.length)).toMatchObject([{ outcome: 'overpayment' }]);
    }),
  );

  it(
    'says nothing of reading',
    onDesk(async (desk) => {
      const { loanId, applicationId } = await disbursed(desk);
      const before = await desk.audit();
      await desk.done('loans.get', { loan_id: loanId });
      await desk.done('loans.list', {});
      await desk.done('assessments.get', { application_id: applicationId, explain: true });
      await desk.done('ledger.info', {});
      expect(await desk.audit()).toEqual(before);
    }),
  );

  it(
    'goes by sequence when the business date goes back',
    onDesk(async (desk) => {
      desk.givenBusinessDate = '2026-03-10';
      const { loanId } = await disbursed(desk, {}, { disbursement_date: '2026-03-10' });
      desk.givenBusinessDate = '2026-03-01';
      expect((await desk.refused('payments.create', paymentInput(desk, loanId, 100))).code).toBe(
        'nothing_disbursed',
      );
      desk.givenBusinessDate = '2026-03-12';
      await payOn(desk, '2026-03-12', loanId, 100);
      desk.givenBusinessDate = '2026-03-01';
      await desk.done('applications.create', applicationInput());
      expect((await desk.audit()).map((one) => one.at.slice(0, 10))).toEqual([
        '2026-03-01',
        '2026-03-10',
        '2026-03-10',
        '2026-03-10',
        '2026-03-01',
        '2026-03-12',
        '2026-03-01',
      ]);
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
    }),
  );
});
