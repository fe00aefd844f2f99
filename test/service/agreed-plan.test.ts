import { describe, expect, it } from 'vitest';
import type { OperationInput, OperationName } from '../../src/contract/operation-types.ts';
import { foundLedger } from '../../src/service/ledger/found-ledger.ts';
import { localBackend } from '../../src/service/local-backend.ts';
import { keptLedger } from '../store/kept-ledger.ts';
import { importedDay } from './bank-statements.ts';
import { Desk, OFFICER } from './desk.ts';
import { approved, disbursed, disbursementInput, paymentInput } from './desk-loans.ts';

const TODAY = '2026-03-01';
const REHEARSAL = { dryRun: true, rehearsal: true };

/** Two programs that hold the same ledger open. */
function atTwoDesks(test: (mine: Desk, other: Desk) => Promise<void>): () => Promise<void> {
  return async () => {
    const ledger = await keptLedger();
    const stores = [];
    try {
      for (let opened = 0; opened < 2; opened++) stores.push(await ledger.open());
      const [mine, other] = stores.map((store) => new Desk(store, TODAY));
      await foundLedger(mine!.store, OFFICER, `${TODAY}T12:00:00.000Z`, 'founding');
      // Ids repeat from desk to desk; these begin elsewhere.
      other!.randomBytes(64);
      await test(mine!, other!);
    } finally {
      for (const store of stores) await store.close();
      await ledger.remove();
    }
  };
}

/** Books a payment as agreed to; must be refused with `plan_changed` and leave everything as it is. */
async function refusedAsChanged(desk: Desk, input: OperationInput<'payments.create'>, agreed: unknown) {
  const before = await desk.fingerprint();
  const backend = localBackend({
    store: desk.store,
    nowMs: () => Date.parse(`${TODAY}T12:00:00.000Z`),
    randomBytes: (size) => desk.randomBytes(size),
    caller: OFFICER,
    givenBusinessDate: null,
    describedAs: 'ledger of the test',
  });
  const answer = await backend.call('payments.create', input, { agreed });
  if (answer.ok) throw new Error('what nobody agreed to was booked');
  expect(answer.problem.code).toBe('plan_changed');
  expect(await desk.fingerprint()).toEqual(before);
  expect((await desk.audit()).at(-1)).toMatchObject({ outcome: 'plan_changed', object: input.loan_id });
  return answer.problem.detail;
}

describe('what was agreed to', () => {
  it(
    'is done when nothing changed meanwhile, with ids of its own',
    atTwoDesks(async (mine) => {
      const { loanId } = await approved(mine);
      const payout = disbursementInput(mine, loanId);
      const registered = await mine.done('disbursements.create', payout, {
        agreed: await mine.done('disbursements.create', payout, REHEARSAL),
      });
      expect(registered.disbursement_reference).toMatch(/^DSB-/);
      const input = paymentInput(mine, loanId, 400);
      const agreed = await mine.done('payments.create', input, REHEARSAL);
      expect(agreed.payment_id).toBeNull();
      expect(await mine.done('payments.create', input, { agreed })).toMatchObject({
        remaining_balance: 11_600,
      });
    }),
  );

  it(
    'is not done another way when another program booked in between',
    atTwoDesks(async (mine, other) => {
      const { loanId } = await disbursed(mine);
      const input = paymentInput(mine, loanId, 400);
      const agreed = await mine.done('payments.create', input, REHEARSAL);
      await other.done('payments.create', paymentInput(other, loanId, 100));
      expect(await refusedAsChanged(mine, input, agreed)).toContain(
        'remaining_balance was 11600, is now 11500',
      );
    }),
  );

  it(
    'is not done twice unseen: an equal payment booked in between is named',
    atTwoDesks(async (mine, other) => {
      const { loanId } = await disbursed(mine);
      const input = paymentInput(mine, loanId, 400);
      const agreed = await mine.done('payments.create', input, REHEARSAL);
      const twin = await other.done('payments.create', input);
      const said = await refusedAsChanged(mine, input, agreed);
      expect(said).toContain(`equal_payment_id was none, is now ${twin.payment_id}`);
    }),
  );

  it(
    'without anything agreed to, what was asked is booked as the loan stands',
    atTwoDesks(async (mine, other) => {
      const { loanId } = await disbursed(mine);
      await other.done('payments.create', paymentInput(other, loanId, 100));
      const booked = await mine.done('payments.create', paymentInput(mine, loanId, 400));
      expect(booked).toMatchObject({ remaining_balance: 11_500 });
    }),
  );

  it(
    'is done although time has passed since the question',
    atTwoDesks(async (mine) => {
      const { loanId } = await disbursed(mine);
      const { batchId, heldIds } = await importedDay(mine, '2026-03-01', '0.00', [
        { amount: '900.00', reference: 'FT1', text: 'no name' },
      ]);
      const paid = await mine.done('payments.create', paymentInput(mine, loanId, 400));
      const answeredLater = async <Name extends OperationName>(name: Name, input: OperationInput<Name>) => {
        mine.time = '12:00:00';
        const agreed = await mine.done(name, input, REHEARSAL);
        mine.time = '12:00:07';
        return mine.done(name, input, { agreed });
      };
      const reason = 'wrong loan';
      expect(
        await answeredLater('payments.reverse', { payment_id: paid.payment_id as string, reason }),
      ).toMatchObject({ reversed_at: `${TODAY}T12:00:07.000Z` });
      expect(
        await answeredLater('held_rows.dismiss', { held_id: heldIds[0] as string, reason }),
      ).toMatchObject({ dismissed_at: `${TODAY}T12:00:07.000Z` });
      expect(await answeredLater('payment_batches.undo', { batch_id: batchId, reason })).toMatchObject({
        undone_at: `${TODAY}T12:00:07.000Z`,
      });
    }),
  );
});
