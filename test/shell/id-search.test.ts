import { describe, expect, it } from 'vitest';
import type { Deps } from '../../src/shell/command-definition.ts';
import type { IdKind } from '../../src/shell/id-kinds.ts';
import { searchFor } from '../../src/shell/id-search.ts';
import { NothingFound } from '../../src/shell/thrown.ts';
import { BANK_ACCOUNT, statementOf } from '../service/bank-statements.ts';
import { type Desk, onDesk } from '../service/desk.ts';
import { applied, approved, disbursed } from '../service/desk-loans.ts';
import { imported } from '../service/payment-files.ts';

const CRAFTS = { business_name: 'Nile Crafts', merchant_id: 'nile-crafts' };

function placesOf(desk: Pick<Desk, 'call'>): Deps {
  return { lookups: async () => desk } as unknown as Deps;
}

/** Ids found for what is typed. */
async function found(desk: Desk, kind: IdKind, typed: string): Promise<readonly string[]> {
  const search = await searchFor(kind, placesOf(desk));
  return (await search!(typed)).map(({ id }) => id);
}

describe('the search for an id', () => {
  it(
    'offers what fits the command, newest first, by a part of a name',
    onDesk(async (desk) => {
      const open = await applied(desk, CRAFTS);
      const other = await applied(desk, { business_name: 'Delta Trading' });
      const waiting = await approved(desk, {}, CRAFTS);
      desk.time = '12:00:01';
      const running = await disbursed(desk);
      expect(await found(desk, 'application-undecided', '')).toEqual([other, open]);
      expect(await found(desk, 'application-undecided', 'CRAFTS')).toEqual([open]);
      expect(await found(desk, 'loan', '')).toEqual([running.loanId, waiting.loanId]);
      expect(await found(desk, 'loan-to-disburse', '')).toEqual([waiting.loanId]);
      expect(await found(desk, 'loan-active', '')).toEqual([running.loanId]);
      await expect(found(desk, 'loan-active', 'crafts')).rejects.toThrow(NothingFound);
      await expect(found(desk, 'payment-posted', '')).rejects.toThrow('Type a part of a name');
      const pay = (loan_id: string) =>
        desk.done('payments.create', {
          loan_id,
          payment_amount: 500,
          payment_date: desk.today,
          payment_method: 'auto_debit',
          payment_reference: 'FT-1',
        });
      const { payment_id } = await pay(running.loanId);
      for (const typed of ['textiles', 'ft-1', '500', payment_id!.slice(0, 8)]) {
        expect(await found(desk, 'payment-posted', typed), typed).toEqual([payment_id]);
      }
      const [payout] = await desk.done('loans.disbursements', { loan_id: running.loanId });
      const reference = payout!.disbursement_reference!;
      for (const typed of ['', 'textiles', reference.slice(0, 8)]) {
        expect(await found(desk, 'disbursement-standing', typed), typed).toEqual([reference]);
      }
    }),
  );

  it(
    'knows the accounts of imported statements',
    onDesk(async (desk) => {
      await disbursed(desk);
      await imported(desk, statementOf('03', '0.00', [{ amount: '10.00', text: 'x', reference: 'R1' }]));
      for (const typed of ['', '7890 1234']) {
        expect(await found(desk, 'bank-account', typed), typed).toEqual([BANK_ACCOUNT]);
      }
      await expect(found(desk, 'bank-account', 'DE')).rejects.toThrow('No account of an imported statement');
    }),
  );

  it(
    'takes an id typed in full, an alias and an application, also where they do not fit',
    onDesk(async (desk) => {
      const { loanId, applicationId } = await approved(desk);
      await desk.done('loans.add_alias', { loan_id: loanId, alias: 'OLD-17' });
      for (const typed of [loanId, loanId.toLowerCase(), 'OLD-17', applicationId]) {
        expect(await found(desk, 'loan-active', typed), typed).toEqual([loanId]);
      }
      expect(await found(desk, 'application-undecided', applicationId)).toEqual([applicationId]);
    }),
  );

  it(
    'offers what is typed as it stands where nothing need be known of it',
    onDesk(async (desk) => {
      expect(await searchFor('merchant', placesOf(desk), { alsoTyped: true })).toBeNull();
      await desk.done('merchants.put', { merchant_id: 'delta', name: 'Delta\u001b[2J' });
      const search = await searchFor('merchant', placesOf(desk), { alsoTyped: true });
      const [known] = await search!('');
      expect(known?.says).toContain('Delta\\u001b[2J');
      expect(await search!('new-one')).toEqual([{ id: 'new-one', says: 'as typed' }]);
    }),
  );

  it('is not there where the server has no such list', async () => {
    const problem = { code: 'not_offered', detail: 'no' };
    const server = { call: async () => ({ ok: false, problem }) } as unknown as Desk;
    expect(await searchFor('loan', placesOf(server))).toBeNull();
  });
});
