import { auditHash, CHAIN_START, type SealedItem, sealHash } from '../../src/store/sealing.ts';
import type { OpenToEdits } from './sound-ledger.ts';

const hexOf = ({ engine }: OpenToEdits, column: string) =>
  engine === 'sqlite' ? `lower(hex(${column}))` : `encode(${column}, 'hex')`;

/** What a patient forger with the source code would do: recompute every hash that covers the audit trail. */
export async function rechainAll(ledger: OpenToEdits): Promise<void> {
  const hash = hexOf(ledger, 'hash');
  const seals = await ledger.rows<SealedItem & { sequence: number }>(
    'SELECT sequence, kind, loan_id AS "loanId", number FROM seals ORDER BY sequence',
  );
  let previous = CHAIN_START;
  for (const row of seals) {
    const number = Number(row.number);
    const sequence = Number(row.sequence);
    const seal = { ...row, number } as SealedItem;
    if (seal.kind === 'audit') await rehashAudit(ledger, number);
    const where =
      seal.kind === 'audit'
        ? `audit WHERE number = ${number}`
        : `journal_entries WHERE entry_number = ${number} AND loan_id = '${row.loanId}'`;
    const [item] = await ledger.rows<{ hash: string }>(`SELECT ${hash} AS hash FROM ${where}`);
    const itemHash = item?.hash as string;
    const chain = sealHash(previous, sequence, seal, itemHash).toString('hex');
    await ledger.run(`UPDATE seals SET item_hash = ${ledger.bytes(itemHash)}, chain_hash = ${ledger.bytes(chain)}
      WHERE sequence = ${sequence}`);
    previous = chain;
  }
}

async function rehashAudit(ledger: OpenToEdits, number: number): Promise<void> {
  const [row] = await ledger.rows<Record<string, string>>(`SELECT * FROM audit WHERE number = ${number}`);
  const facts = await ledger.rows<{ kind: string; factId: string; hash: string }>(
    `SELECT kind, fact_id AS "factId", ${hexOf(ledger, 'hash')} AS hash FROM audit_facts
     WHERE audit_number = ${number} ORDER BY kind, fact_id`,
  );
  const record = {
    ...row,
    osUser: row?.os_user,
    beforeJson: row?.before_json,
    afterJson: row?.after_json,
    requestId: row?.request_id,
    policyVersion: row?.policy_version == null ? null : Number(row.policy_version),
    businessDate: row?.business_date,
  } as never;
  const hash = auditHash(number, record, facts).toString('hex');
  await ledger.run(`UPDATE audit SET hash = ${ledger.bytes(hash)} WHERE number = ${number}`);
}
