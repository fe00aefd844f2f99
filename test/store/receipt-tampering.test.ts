import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditRecord, openLoan, pay, policyVersion } from './ledger-fixtures.ts';
import { importEverything } from './receipt-fixtures.ts';
import { describeInBoth, type Edit, linesOf, type SoundLedger, soundLedger } from './sound-ledger.ts';

/** Somebody lets money that arrived be lost from view, or a row be imported twice. */
describeInBoth('imports edited behind the ledger’s back', (engine) => {
  let sound: SoundLedger;
  beforeAll(async () => {
    sound = await soundLedger(engine, 'receipt_tampering', (store) =>
      store.write(async (tx) => {
        await tx.insert.policyVersions([policyVersion(1)]);
        await tx.insert.audit(auditRecord('ledger.init', 'ledger'));
        await openLoan(tx, 'A');
        await pay(tx, 'A', 'PAY-1', 2, 3_900_000, { batchId: 'BAT-R' });
        await importEverything(tx, 'PAY-1');
      }),
    );
  });
  afterAll(() => sound.remove());

  const violations = async (edit: Edit) => linesOf(await sound.edited(edit));

  it('finds nothing in a sound ledger', async () => {
    expect(await violations('SELECT 1')).toEqual([]);
  });

  const edits: readonly (readonly [Edit, string])[] = [
    ["UPDATE payment_batches SET digest = replace(digest, 'a', 'c')", 'fact: payment_batch BAT-R'],
    ["UPDATE batch_undos SET reason = 'x'", 'fact: batch_undo BAT-U'],
    ['DELETE FROM batch_undos', 'fact: batch_undo BAT-U'],
    ["UPDATE bank_statements SET closing = '0.00'", 'fact: bank_statement BAT-R/1'],
    ["UPDATE batch_rows SET amount = '8.25' WHERE row_number = 3", 'batch: batch BAT-R'],
    [
      ({ bytes }) => `UPDATE batch_rows SET row_key = ${bytes('00'.repeat(16))} WHERE row_number = 3`,
      'batch: batch BAT-R',
    ],
    ['DELETE FROM batch_rows WHERE row_number = 3', 'batch: batch BAT-R'],
    [`DELETE FROM batch_rows WHERE payment_id = 'PAY-1'`, 'batch: payment PAY-1'],
    [
      "UPDATE batch_rows SET batch_id = 'BAT-U', row_number = 7 WHERE row_number = 2",
      'batch: held row HLD-R',
    ],
    [
      "INSERT INTO batch_rows SELECT 'BAT-R', 8, line, account, row_key, occurrence, direction, amount, currency, date, outcome, reason, payment_id, held_id, reference, end_to_end_id, balance, derived_balance, candidates_json FROM batch_rows WHERE row_number = 3",
      'batch: row BAT-R/8',
    ],
    ["UPDATE batch_rows SET reference = 'ft2' WHERE row_number = 3", 'batch: batch BAT-R'],
    ["UPDATE batch_rows SET reference = NULL WHERE reference = 'ft1'", 'batch: batch BAT-R'],
    ["UPDATE batch_rows SET end_to_end_id = 'e2' WHERE row_number = 3", 'batch: batch BAT-R'],
    ["UPDATE batch_rows SET balance = '10.00' WHERE row_number = 3", 'batch: batch BAT-R'],
    [
      'UPDATE batch_rows SET derived_balance = balance, balance = NULL WHERE row_number = 2',
      'batch: batch BAT-R',
    ],
    ["UPDATE batch_rows SET candidates_json = '[]' WHERE row_number = 2", 'batch: batch BAT-R'],
    ["UPDATE held_rows SET payer_name = 'Mona'", 'fact: held_row HLD-R'],
    ["UPDATE held_rows SET payer_name = 'Mona'", 'chain: entry HLD-R/1'],
    ['UPDATE held_rows SET amount_piastres = 100000', 'held: held row HLD-R'],
    ["UPDATE held_rows SET search_folded = 'mona'", 'engine: ledger file'],
    ["UPDATE held_steps SET reason = 'x'", 'fact: held_step HLD-R/1'],
    ['DELETE FROM held_steps', 'fact: held_step HLD-R/1'],
    ['DELETE FROM held_steps', 'held: entry HLD-R/2'],
    ["UPDATE held_entries SET value_date = '2026-04-02' WHERE entry_number = 1", 'chain: entry HLD-R/1'],
    ['DELETE FROM held_entries WHERE entry_number = 2', 'seal: seal 7 of entry HLD-R/2'],
    ['UPDATE held_postings SET amount_piastres = amount_piastres * 2', 'chain: entry HLD-R/1'],
    ['UPDATE held_postings SET amount_piastres = 1 WHERE line = 1', 'balance: entry HLD-R/1'],
    ['DELETE FROM held_postings WHERE entry_number = 2', 'balance: entry HLD-R/2'],
    ['UPDATE held_postings SET line = line + 10', 'orphan: entry HLD-R/1'],
    ["DELETE FROM held_rows WHERE held_id = 'HLD-R'", 'orphan: entry HLD-R/1'],
    ["DELETE FROM payment_batches WHERE batch_id = 'BAT-R'", 'batch: payment PAY-1'],
  ];
  it.each(edits)('finds what was done by %s', async (sql, expected) => {
    const found = (await violations(sql)).map((one) => one.replace(/^seal: seal \d+/, 'seal: seal 7'));
    expect(found).toContain(expected);
  });
});
