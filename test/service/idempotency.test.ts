import { describe, expect, it } from 'vitest';
import { foundLedger } from '../../src/service/ledger/found-ledger.ts';
import { keptLedger } from '../store/kept-ledger.ts';
import { START_MS } from './access-desk.ts';
import { Desk, OFFICER, onDesk } from './desk.ts';
import { approved, disbursed, disbursementInput, paymentInput } from './desk-loans.ts';

const KEY = 'a-key-of-enough-letters';
const DAY = 24 * 3_600_000;

const keyed = (key = KEY, fingerprint = 'one') => ({ idempotency: { key, fingerprint } });

function paying(test: (desk: Desk, loanId: string) => Promise<void>): () => Promise<void> {
  return onDesk(async (desk) => {
    desk.clockMs = START_MS;
    const { loanId } = await disbursed(desk);
    desk.as('pos@bank.example', 'servicing');
    await test(desk, loanId);
  });
}

async function payments(desk: Desk, loanId: string) {
  return desk.done('loans.payments', { loan_id: loanId });
}

describe('an idempotency key', () => {
  it('makes one payment of a hundred at once, answered alike, and again after a restart', async () => {
    const ledger = await keptLedger();
    const store = await ledger.open();
    await foundLedger(store, OFFICER, '2026-03-01T12:00:00.000Z', 'founding');
    const desk = new Desk(store, '2026-03-01');
    try {
      const { loanId } = await disbursed(desk);
      desk.as('pos@bank.example', 'servicing');
      const input = paymentInput(desk, loanId, 100.5);
      const send = () => desk.call('payments.create', input, keyed());
      const answers = await Promise.all(Array.from({ length: 100 }, send));
      await desk.store.close();
      desk.store = await ledger.open();
      answers.push(await send());
      const texts = new Set(answers.map((answer) => JSON.stringify(answer.ok ? answer.value : answer)));
      expect(texts.size).toBe(1);
      expect([...texts][0]).toContain('"payment_amount":100.5');
      expect(answers.filter((answer) => answer.replayed !== true)).toHaveLength(1);
      expect(await payments(desk, loanId)).toHaveLength(1);
      const booked = (await desk.audit()).filter(({ action }) => action === 'payments.create');
      expect(booked).toHaveLength(1);
    } finally {
      await desk.close();
      await ledger.remove();
    }
  });

  it(
    'belongs to one request: another content or operation is refused, and recorded',
    paying(async (desk, loanId) => {
      const input = paymentInput(desk, loanId, 100);
      await desk.done('payments.create', input, keyed());
      for (const again of [
        desk.call('payments.create', paymentInput(desk, loanId, 200), keyed(KEY, 'two')),
        desk.call('disbursements.create', disbursementInput(desk, loanId), keyed()),
      ]) {
        expect(await again).toMatchObject({ ok: false, problem: { code: 'key_reused' } });
      }
      expect((await desk.audit()).at(-1)).toMatchObject({ outcome: 'key_reused' });
      expect(await desk.call('payments.create', input, keyed())).toMatchObject({ ok: true, replayed: true });
    }),
  );

  it(
    'belongs to one caller',
    paying(async (desk, loanId) => {
      const input = paymentInput(desk, loanId, 100);
      await desk.done('payments.create', input, keyed());
      desk.as('other@bank.example', 'servicing');
      expect(await desk.call('payments.create', input, keyed())).not.toHaveProperty('replayed');
      expect(await payments(desk, loanId)).toHaveLength(2);
    }),
  );

  it(
    'keeps a refusal too, so that a repetition does not do later what was refused before',
    onDesk(async (desk) => {
      const { loanId } = await approved(desk);
      const input = paymentInput(desk, loanId, 100);
      const first = await desk.call('payments.create', input, keyed());
      expect(first).toMatchObject({ ok: false, problem: { code: 'nothing_disbursed' } });
      await desk.done('disbursements.create', disbursementInput(desk, loanId));
      const again = await desk.call('payments.create', input, keyed());
      expect(again).toEqual({ ...first, replayed: true });
      expect(await payments(desk, loanId)).toEqual([]);
      const refusals = (await desk.audit()).filter(({ outcome }) => outcome === 'nothing_disbursed');
      expect(refusals).toHaveLength(1);
    }),
  );

  it(
    'answers a hundred refused at once alike, with one audit record',
    onDesk(async (desk) => {
      const { loanId } = await approved(desk);
      const send = () => desk.call('payments.create', paymentInput(desk, loanId, 100), keyed());
      const answers = await Promise.all(Array.from({ length: 100 }, send));
      expect(new Set(answers.map((answer) => JSON.stringify({ ...answer, replayed: false }))).size).toBe(1);
      expect((await desk.audit()).filter(({ action }) => action === 'payments.create')).toHaveLength(1);
    }),
  );

  it(
    'is kept 30 days, to the millisecond',
    paying(async (desk, loanId) => {
      const input = paymentInput(desk, loanId, 100);
      await desk.done('payments.create', input, keyed());
      desk.clockMs = START_MS + 30 * DAY;
      expect(await desk.call('payments.create', input, keyed())).toMatchObject({ replayed: true });
      desk.clockMs = START_MS + 30 * DAY + 1;
      expect(await desk.call('payments.create', input, keyed(KEY, 'two'))).not.toHaveProperty('replayed');
      expect(await payments(desk, loanId)).toHaveLength(2);
    }),
  );

  it(
    'is nothing to a dry run, and a fault of ours leaves nothing under it',
    paying(async (desk, loanId) => {
      const input = paymentInput(desk, loanId, 100);
      await desk.done('payments.create', input, { dryRun: true, ...keyed() });
      expect(await desk.call('payments.create', input, keyed())).not.toHaveProperty('replayed');
      expect(await payments(desk, loanId)).toHaveLength(1);
    }),
  );
});

describe('a payment without a key', () => {
  const suspected = { duplicate_suspected: true };

  it(
    'equal in loan, date, amount and method within a minute is suspected over HTTP, and booked',
    paying(async (desk, loanId) => {
      const input = paymentInput(desk, loanId, 100);
      expect(await desk.done('payments.create', input)).not.toHaveProperty('duplicate_suspected');
      desk.clockMs = START_MS + 60_000;
      expect(await desk.done('payments.create', input)).toMatchObject(suspected);
      desk.clockMs = START_MS + 120_001;
      expect(await desk.done('payments.create', input)).not.toHaveProperty('duplicate_suspected');
      expect(await payments(desk, loanId)).toHaveLength(3);
    }),
  );

  it(
    'of another amount, method or date, with a key, or at a terminal is not',
    paying(async (desk, loanId) => {
      desk.clockMs = START_MS + DAY;
      desk.today = '2026-03-02';
      const input = paymentInput(desk, loanId, 100);
      await desk.done('payments.create', input);
      for (const [more, options] of [
        [{ payment_amount: 100.01 }, {}],
        [{ payment_method: 'auto_debit' }, {}],
        [{}, keyed()],
      ] as const) {
        const answer = await desk.done('payments.create', { ...input, ...more }, options);
        expect(answer).not.toHaveProperty('duplicate_suspected');
      }
      desk.caller = OFFICER;
      expect(await desk.done('payments.create', input)).not.toHaveProperty('duplicate_suspected');
    }),
  );
});
