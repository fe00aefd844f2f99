import { describe, expect, it } from 'vitest';
import { onDesk } from './desk.ts';
import { applied, approvalOf, disbursed, payOn } from './desk-loans.ts';

describe('report decisions', () => {
  it(
    'counts them by kind and by officer within the days asked',
    onDesk(async (desk) => {
      const decide = async (more: object) =>
        desk.done('decisions.create', approvalOf(await applied(desk), more));
      await decide({});
      await decide({ decision_maker_id: 'officer-9', approved_amount: 10_000 });
      desk.today = '2026-03-05';
      const nothing = { approved_amount: null, interest_rate: null, term_months: null };
      await decide({ ...nothing, decision: 'rejected', rejection_reason: 'too new' });
      await decide({ ...nothing, decision: 'pending_review' });
      const report = await desk.done('reports.decisions', {});
      expect(report).toMatchObject({
        from: null,
        to: '2026-03-05',
        decisions: 4,
        approved: 2,
        rejected: 1,
        pending_review: 1,
        requested_amount: '400000.00',
        approved_amount: '22000.00',
      });
      expect(report.officers.map(({ officer, decisions }) => [officer, decisions])).toEqual([
        ['officer-7', 3],
        ['officer-9', 1],
      ]);
      // A thin file is recommended nothing of this, so that both approvals are overrides.
      expect(report.overrides).toBe(2);
      expect(await desk.done('reports.decisions', { from: '2026-03-02' })).toMatchObject({ decisions: 2 });
      expect(await desk.done('reports.decisions', { to: '2026-03-01' })).toMatchObject({ decisions: 2 });
      expect(await desk.done('reports.decisions', { as_of: '2026-03-01' })).toMatchObject({ decisions: 2 });
      expect(await desk.done('reports.decisions', { known_at: '2026-03-01' })).toMatchObject({
        decisions: 2,
      });
    }),
  );
});

describe('report revenue-share', () => {
  it(
    "sets the merchant's sales times the share beside what came that way",
    onDesk(async (desk) => {
      const order = (id: string, created_at: string, total_price: string) => ({
        kind: 'order',
        merchant: 'M-1',
        store_id: 'web',
        id,
        created_at,
        currency: 'EGP',
        total_price,
        financial_status: 'paid',
        fulfillment_status: 'fulfilled',
      });
      const values = [
        { kind: 'merchant', external_id: 'M-1' },
        { kind: 'store', merchant: 'M-1', id: 'web', type: 'PLATFORM_A', name: 'Web' },
        // The day before the payout in Cairo, although it is the same day further east.
        order('1', '2026-02-28T23:59:59+02:00', '900.00'),
        order('2', '2026-03-01T00:00:00+02:00', '1000.00'),
        order('3', '2026-03-20T10:00:00+02:00', '500.50'),
        order('4', '2026-04-11T00:00:00+02:00', '7000.00'),
      ];
      const records = values.map((value, index) => ({ line: index + 1, source: 'shop.jsonl', value }));
      expect(await desk.done('merchants.import', { records })).toMatchObject({ refused: 0 });
      const { loanId } = await disbursed(desk, { revenue_share_percent: 10 });
      await disbursed(desk, {}, {}, { merchant_id: 'M-2' });
      await payOn(desk, '2026-04-01', loanId, 120, { payment_method: 'revenue_share' });
      await payOn(desk, '2026-04-02', loanId, 300, { payment_method: 'manual_transfer' });
      desk.today = '2026-04-20';
      const report = await desk.done('reports.revenue_share', { as_of: '2026-04-10' });
      expect(report.loans).toMatchObject([
        {
          loan_id: loanId,
          revenue_share_percent: 10,
          since: '2026-03-01',
          sales_amount: '1500.50',
          expected_amount: '150.05',
          received_amount: '120.00',
          difference_amount: '-30.05',
        },
      ]);
      expect(report).toMatchObject({ expected_amount: '150.05', received_amount: '120.00' });
      expect(await desk.done('loans.get', { loan_id: loanId, as_of: '2026-04-10' })).toMatchObject({
        revenue_share: {
          since: '2026-03-01',
          sales_amount: 1500.5,
          expected_amount: 150.05,
          received_amount: 120,
        },
      });
      expect((await desk.done('reports.revenue_share', {})).loans).toMatchObject([
        { sales_amount: '8500.50', expected_amount: '850.05' },
      ]);
    }),
  );
});
