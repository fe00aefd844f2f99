import { describe, expect, it } from 'vitest';
import { auditRecord } from '../store/ledger-fixtures.ts';
import { batchRow, importBatch, rowKey } from '../store/receipt-fixtures.ts';
import { runningLoan, statementOf } from './bank-statements.ts';
import { type Desk, onDesk } from './desk.ts';
import { imported, ownCsv } from './payment-files.ts';

const DAY = '2026-04-10';
const onStatement = (loanId: string, reference: string) =>
  statementOf('10', '0.00', [{ amount: '100.00', text: loanId, reference }]);

async function violations(desk: Desk): Promise<string[]> {
  const { violations: found } = await desk.done('ledger.verify', {});
  return found.map(({ where, message }) => `${where}: ${message}`);
}

/** Keeps a row as an import would that went wrong. */
async function keep(desk: Desk, row: ReturnType<typeof batchRow>): Promise<void> {
  await desk.store.write(async (tx) => {
    await importBatch(tx, [row]);
    await tx.insert.audit(auditRecord('payment_batches.post', row.batchId));
  });
}

describe('ledger verify', () => {
  it(
    'takes it for right that a bank tells of a payment in our own columns, however that came to be',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const own = ownCsv([loanId, '100.00', DAY, 'FT1']);
      const { rows } = await imported(desk, own);
      const payment_id = rows[0]?.payment_id as string;
      expect((await imported(desk, onStatement(loanId, 'FT1'))).rows[0]).toMatchObject({ payment_id });
      expect(await violations(desk)).toEqual([]);

      const again = ownCsv([loanId, '100.00', DAY, 'FT2']);
      const second = (await imported(desk, again)).rows[0]?.payment_id as string;
      await desk.done('payments.reverse', { payment_id: second, reason: 'bounced' });
      const held = await imported(desk, again.replaceAll('\n', '\r\n'));
      const held_id = held.rows[0]?.held_id as string;
      await desk.done('held_rows.match', { held_id, allocations: [{ loan_id: loanId }] });
      const told = await imported(desk, onStatement(loanId, 'FT2').replace('STMT10', 'STMT10B'));
      expect(told.rows[0]).toMatchObject({ outcome: 'already_imported' });
      expect(await violations(desk)).toEqual([]);
    }),
  );

  it(
    'finds a row with the payment of another import, which none of our own columns made, or which is no bank’s',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const ofBank = (await imported(desk, onStatement(loanId, 'FT1'))).rows[0]?.payment_id as string;
      const own = ownCsv([loanId, '200.00', DAY, 'FT2']);
      const ofOwn = (await imported(desk, own)).rows[0]?.payment_id as string;
      const row = { outcome: 'posted', rowKey: rowKey(7_001) } as const;
      await keep(desk, batchRow('BAT-A', 1, { ...row, paymentId: ofBank }));
      await keep(
        desk,
        batchRow('BAT-B', 1, { ...row, rowKey: rowKey(7_002), account: null, paymentId: ofOwn }),
      );
      expect(await violations(desk)).toEqual(
        expect.arrayContaining([
          `row BAT-A/1: its payment ${ofBank} is not one of its batch`,
          `row BAT-B/1: its payment ${ofOwn} is not one of its batch`,
        ]),
      );
    }),
  );

  it(
    'finds a row that two imports have which stand',
    onDesk(async (desk) => {
      const row = { rowKey: rowKey(7_004) };
      await keep(desk, batchRow('BAT-A', 1, row));
      expect(await violations(desk)).toEqual([]);
      await keep(desk, batchRow('BAT-B', 1, row));
      expect(await violations(desk)).toEqual(
        ['A', 'B'].map((batch) =>
          expect.stringContaining(`row BAT-${batch}/1: it is in 2 imports that stand`),
        ),
      );
    }),
  );
});
