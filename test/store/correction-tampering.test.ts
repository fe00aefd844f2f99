import { afterAll, beforeAll, expect, it } from 'vitest';
import { correctEverything } from './correction-fixtures.ts';
import { auditRecord, openLoan, pay, policyVersion } from './ledger-fixtures.ts';
import { describeInBoth, type Edit, linesOf, type SoundLedger, soundLedger } from './sound-ledger.ts';

/** Somebody makes a reversal never have been, or sends a refund elsewhere. */
describeInBoth('corrections edited behind the ledger’s back', (engine) => {
  let sound: SoundLedger;
  beforeAll(async () => {
    sound = await soundLedger(engine, 'correction_tampering', (store) =>
      store.write(async (tx) => {
        await tx.insert.policyVersions([policyVersion(1)]);
        await tx.insert.audit(auditRecord('ledger.init', 'ledger'));
        await openLoan(tx, 'A');
        await pay(tx, 'A', 'PAY-1', 2, 3_900_000);
        await pay(tx, 'A', 'PAY-2', 3, 3_800_000);
        await correctEverything(tx, 'A');
      }),
    );
  });
  afterAll(() => sound.remove());

  const violations = async (edit: Edit) => linesOf(await sound.edited(edit));

  it.each([
    ["UPDATE payment_reversals SET reason = 'x'", 'fact: payment_reversal PAY-1'],
    ['DELETE FROM payment_reversals', 'fact: payment_reversal PAY-1'],
    ["UPDATE payment_repeats SET repeats_payment_id = 'PAY-2'", 'fact: payment_repeat PAY-2'],
    ["UPDATE write_offs SET written_off_on = '2026-04-02'", 'fact: write_off LN-A/write-off/1'],
    ["UPDATE write_offs SET written_off_on = '2026-04-02'", 'chain: entry LN-A/4'],
    ["UPDATE write_off_reversals SET reversed_by = 'x'", 'fact: write_off_reversal LN-A/write-off/1'],
    ["UPDATE refunds SET account = 'mine'", 'fact: refund RFD-A'],
    ["UPDATE refunds SET account = 'mine'", 'chain: entry LN-A/5'],
    ['UPDATE undrawn_cancellations SET amount_piastres = 9', 'fact: undrawn_cancellation LN-A/1'],
    ["UPDATE loan_notes SET text = 'paid me'", 'fact: loan_note LN-A/1'],
    ["UPDATE loan_aliases SET loan_id = 'LN-B'", 'fact: loan_alias shopA'],
    ['UPDATE disbursement_exports SET line = 2', 'fact: disbursement_export DSB-A'],
  ])('are found: %s', async (sql, expected) => {
    expect(await violations('SELECT 1')).not.toContain(expected);
    expect(await violations(sql)).toContain(expected);
  });
});
