import { join } from 'node:path';
import { expect, it } from 'vitest';
import { idCandidates } from '../../src/store/sqlite/id-candidates.ts';
import { auditRecord, policyVersion } from './ledger-fixtures.ts';
import { batchRow, heldEntry, heldRow, heldStep, importBatch } from './receipt-fixtures.ts';
import { openLedger, temporaryFolder } from './temporary-ledger.ts';

it('completes the ids of rows that wait and may be known already, and of no others', async () => {
  const folder = temporaryFolder();
  const path = join(folder.path, 'ledger.db');
  const store = await openLedger(path);
  const codes = ['may_be_known', 'no_match', 'may_be_known', 'equals_imported_row'];
  await store.write(async (tx) => {
    await tx.insert.policyVersions([policyVersion(1)]);
    await importBatch(
      tx,
      codes.map((_, at) => batchRow('BAT-1', at + 1, { outcome: 'held', heldId: `HLD-${at + 1}` })),
      codes.map((code, at) => heldRow(`HLD-${at + 1}`, 'BAT-1', at + 1, { code })),
    );
    const step = heldStep('HLD-3', 1);
    await tx.insert.heldSteps([step]);
    await tx.insert.journalEntries([heldEntry(step)]);
    await tx.insert.audit(auditRecord('payment_batches.post', 'BAT-1'));
  });
  await store.close();
  const ids = async (kind: string) => (await idCandidates(path, kind, '', '')).map(({ id }) => id).sort();
  expect(await ids('held-row-unsure')).toEqual(['HLD-1', 'HLD-4']);
  expect(await ids('held-row-open')).toEqual(['HLD-1', 'HLD-2', 'HLD-4']);
  folder.remove();
});
