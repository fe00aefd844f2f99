import { describe, expect, it } from 'vitest';
import type { OperationOutput } from '../../src/contract/operation-types.ts';
import { pain001Text } from '../../src/render/pain-001.ts';
import { payoutCsvText } from '../../src/render/payout-csv.ts';
import { type Desk, onDesk } from './desk.ts';
import { approved, disbursementInput, IBAN, OTHER_ACCOUNT, setPolicy } from './desk-loans.ts';
import { structureFaults } from './pain-structure.ts';

type Batch = OperationOutput<'disbursements.export'>;

/** Registers a payout of a loan of its own; answers its reference. */
async function pending(
  desk: Desk,
  amount: number,
  date: string,
  more: { method?: 'bank_transfer' | 'wallet' | 'check'; account?: string; name?: string } = {},
): Promise<string> {
  const { loanId } = await approved(desk, {}, { business_name: more.name ?? 'Nile Textiles' });
  const registered = await desk.done(
    'disbursements.create',
    disbursementInput(desk, loanId, {
      disbursement_amount: amount,
      disbursement_date: date,
      disbursement_method: more.method ?? 'bank_transfer',
      merchant_bank_account: more.account ?? IBAN,
    }),
  );
  return registered.disbursement_reference as string;
}

const referencesOf = (batch: Batch) => batch.disbursements.map((row) => row.disbursement_reference);

describe('disbursements handed on', () => {
  it(
    'are each in one batch, with their count and sum',
    onDesk(async (desk) => {
      await setPolicy(desk, 'payout_account', OTHER_ACCOUNT);
      const late = await pending(desk, 250.55, '2026-03-09');
      const early = await pending(desk, 1_000, '2026-03-05');
      const wallet = await pending(desk, 30, '2026-03-05', { method: 'wallet', account: '01000000001' });
      await pending(desk, 99, '2026-03-01');
      const first = await desk.done('disbursements.export', { date: '2026-03-05' });
      expect(first).toMatchObject({ format: 'pain.001', count: 1, total_amount: '1000.00', left_out: 1 });
      expect(referencesOf(first)).toEqual([early]);
      const second = await desk.done('disbursements.export', { format: 'csv' });
      expect(second).toMatchObject({ count: 2, total_amount: '280.55', left_out: 0 });
      expect(referencesOf(second)).toEqual([wallet, late]);
      expect(await desk.done('disbursements.export', { format: 'csv' })).toMatchObject({
        batch_id: null,
        count: 0,
      });
      expect(await desk.done('disbursements.exported', { batch_id: second.batch_id! })).toEqual(second);
      desk.today = '2026-06-01';
      expect(await desk.done('disbursements.exported', { batch_id: first.batch_id! })).toEqual({
        ...first,
        left_out: 0,
      });
    }),
  );

  it(
    'wait for a completion by hand, and go out no earlier than they are handed on',
    onDesk(async (desk) => {
      await setPolicy(desk, 'payout_account', IBAN);
      await setPolicy(desk, 'settlement', 'manual');
      const [over, done, failed] = [
        await pending(desk, 10, '2026-03-01'),
        await pending(desk, 20, '2026-03-01'),
        await pending(desk, 30, '2026-03-01'),
      ];
      await desk.done('disbursements.complete', { disbursement_reference: done! });
      await desk.done('disbursements.fail', { disbursement_reference: failed!, reason: 'x' });
      desk.today = '2026-03-04';
      const batch = await desk.done('disbursements.export', {});
      expect(referencesOf(batch)).toEqual([over]);
      expect(batch.disbursements[0]).toMatchObject({
        disbursement_date: '2026-03-01',
        execution_date: '2026-03-04',
      });
    }),
  );

  it(
    'are recorded once: a refusal and a dry run record nothing',
    onDesk(async (desk) => {
      const reference = await pending(desk, 10, '2026-03-05');
      expect(await desk.refused('disbursements.export', {})).toMatchObject({
        code: 'payout_account_missing',
      });
      expect(await desk.refused('disbursements.export', { date: 'x', format: 'xml' })).toMatchObject({
        code: 'validation_failed',
      });
      expect(await desk.refused('disbursements.exported', { batch_id: 'BAT-7K3QX9B23' })).toMatchObject({
        code: 'batch_not_found',
      });
      const dry = await desk.done('disbursements.export', { format: 'csv' }, { dryRun: true });
      expect(dry).toMatchObject({ batch_id: null, count: 1 });
      const [one, other] = await Promise.all([
        desk.done('disbursements.export', { format: 'csv' }),
        desk.done('disbursements.export', { format: 'csv' }),
      ]);
      expect([...referencesOf(one), ...referencesOf(other)]).toEqual([reference]);
      expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
    }),
  );

  it(
    'are a credit transfer initiation of the structure and order of the standard, whatever the names',
    onDesk(async (desk) => {
      await setPolicy(desk, 'payout_account', IBAN);
      await setPolicy(desk, 'payout_bic', 'nbegegcx331');
      await setPolicy(desk, 'bank_name', 'Nile Bank & Sons');
      await pending(desk, 9_999.99, '2026-03-05', { name: '<Nile> & "Sons"; | شركة النيل' });
      await pending(desk, 0.01, '2026-03-06', { name: 'N'.repeat(200), account: OTHER_ACCOUNT });
      await pending(desk, 100, '2026-03-05');
      const text = pain001Text(await desk.done('disbursements.export', {}));
      expect(structureFaults(text)).toEqual([]);
      expect(text.match(/<NbOfTxs>\d+/g)).toEqual(['<NbOfTxs>3', '<NbOfTxs>2', '<NbOfTxs>1']);
      expect(text.match(/<CtrlSum>[\d.]+/g)).toEqual([
        '<CtrlSum>10100.00',
        '<CtrlSum>10099.99',
        '<CtrlSum>0.01',
      ]);
      expect(text).toContain('<Nm>&lt;Nile&gt; &amp; &quot;Sons&quot;; | شركة النيل</Nm>');
      expect(text).toContain('<BICFI>NBEGEGCX331</BICFI>');
      expect(text.replace(/\s+/g, '')).toContain(`<Othr><Id>${OTHER_ACCOUNT}</Id></Othr>`);
    }),
  );

  it(
    'are structured right without a name and a BIC of the bank too',
    onDesk(async (desk) => {
      await setPolicy(desk, 'payout_account', OTHER_ACCOUNT);
      await pending(desk, 5, '2026-03-05');
      expect(structureFaults(pain001Text(await desk.done('disbursements.export', {})))).toEqual([]);
    }),
  );

  it(
    'are CSV that no spreadsheet takes for a formula, with a row of totals',
    onDesk(async (desk) => {
      await pending(desk, 10.5, '2026-03-05', { name: '=1+1, "x"' });
      await pending(desk, 20, '2026-03-05', { method: 'check', account: '+20 100' });
      const lines = payoutCsvText(await desk.done('disbursements.export', { format: 'csv' })).split('\r\n');
      expect(lines).toHaveLength(5);
      expect(lines[1]).toContain(`"'=1+1, ""x""",${IBAN},10.50,EGP,2026-03-05,2026-03-05,bank_transfer`);
      expect(lines[2]).toContain(`,'+20 100,20.00,`);
      expect(lines[3]).toMatch(/^total,BAT-\w{9},2,,,,,30\.50,EGP,,,$/);
    }),
  );

  it.each([
    ['payout_account', 'EG380019000500000000263180003'],
    ['payout_account', 'x'],
    ['payout_bic', 'NBEGEG'],
    ['payout_bic', 'NBEG1GCX'],
  ])('refuses %s %s', async (key, value) => {
    await onDesk(async (desk) => {
      expect(await desk.refused('policy.set', { key, value })).toMatchObject({
        code: 'invalid_policy_value',
      });
    })();
  });
});
