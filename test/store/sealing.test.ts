import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  AUDIT_FIELDS,
  auditHash,
  CHAIN_START,
  entryHash,
  FACT_FIELDS,
  type FactKind,
  factHash,
  sealHash,
} from '../../src/store/sealing.ts';
import { approval, approvalStep, officer, officerChange } from './access-fixtures.ts';
import { corrections } from './correction-fixtures.ts';
import {
  application,
  auditRecord,
  decision,
  disbursement,
  entryOf,
  loan,
  payment,
  policyVersion,
} from './ledger-fixtures.ts';

const VECTORS = JSON.parse(readFileSync(new URL('./sealing-vectors.json', import.meta.url), 'utf8')) as {
  name: string;
  bytesHex: string;
  sha256: string;
}[];

/** The layout in its plainest form, written apart from the code it checks. */
function bytesOf(fields: readonly (string | number | null)[]): Buffer {
  return Buffer.concat(
    fields.flatMap((field) => {
      if (field === null) return [Buffer.from('ffffffff', 'hex')];
      const text = Buffer.from(String(field), 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(text.length);
      return [length, text];
    }),
  );
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const PAID = payment('PAY-7K3QX9B23', 'LN-7K3QX9B23', { paymentReference: 'مرجع 7' });
const FACTS: readonly (readonly [FactKind, object])[] = [
  ['application', application('APP-7K3QX9B23')],
  ['decision', decision('APP-7K3QX9B23', null)],
  ['loan', loan('LN-7K3QX9B23', 'APP-7K3QX9B23')],
  ['disbursement', disbursement('DSB-7K3QX9B23', 'LN-7K3QX9B23')],
  ['payment', PAID],
  ['policy', policyVersion(1)],
  ['officer', officer(7, 'منى@bank.example')],
  ['officer_change', officerChange(7, 1)],
  ['approval', approval(1)],
  ['approval_step', approvalStep(1, 2, { kind: 'carried_out', result: 'LN-7K3QX9B23' })],
  ...(Object.entries(corrections('7K3QX9B23')) as [FactKind, object][]),
];

const ATTESTED = [{ kind: 'payment', factId: 'PAY-7K3QX9B23', hash: 'ab'.repeat(32) }];
const ENTRY = entryOf(PAID);
const AUDIT = auditRecord('payments.create', 'PAY-7K3QX9B23');

/** Every kind of hash with its bytes by the plain layout. */
const CASES: readonly { name: string; bytes: Buffer; actual: Buffer }[] = [
  ...FACTS.map(([kind, row]) => ({
    name: kind,
    bytes: bytesOf([
      `loandesk/${kind}/1`,
      ...FACT_FIELDS[kind].map((field) => (row as Record<string, string | number | null>)[field] as string),
    ]),
    actual: factHash(kind, row),
  })),
  {
    name: 'entry',
    bytes: bytesOf([
      'loandesk/entry/1',
      ENTRY.loanId,
      2,
      ENTRY.kind,
      ENTRY.eventId,
      ENTRY.valueDate,
      ENTRY.bookedAt,
      ENTRY.bookedBy,
      null,
      2,
      'collection clearing',
      100_000,
      'loan principal',
      -100_000,
      'cd'.repeat(32),
      CHAIN_START,
    ]),
    actual: entryHash(ENTRY, 2, 'cd'.repeat(32), CHAIN_START),
  },
  {
    name: 'audit',
    bytes: bytesOf([
      'loandesk/audit/1',
      5,
      AUDIT.at,
      'mona',
      'mona',
      'desk-4',
      'terminal',
      'payments.create',
      'PAY-7K3QX9B23',
      null,
      '{"a":1}',
      'done',
      'req-PAY-7K3QX9B23',
      1,
      null,
      1,
      'payment',
      'PAY-7K3QX9B23',
      'ab'.repeat(32),
    ]),
    actual: auditHash(5, AUDIT, ATTESTED),
  },
  {
    name: 'seal of an entry',
    bytes: bytesOf(['loandesk/seal/1', 7, 'entry', 'LN-7K3QX9B23', 2, 'ef'.repeat(32), CHAIN_START]),
    actual: sealHash(CHAIN_START, 7, { kind: 'entry', loanId: 'LN-7K3QX9B23', number: 2 }, 'ef'.repeat(32)),
  },
];

describe('sealing', () => {
  it.each(CASES)('hashes $name over length-prefixed, versioned bytes', ({ bytes, actual }) => {
    expect(actual.toString('hex')).toBe(sha256(bytes));
  });

  it('still gives the committed vectors', () => {
    const now = CASES.map(({ name, bytes, actual }) => ({
      name,
      bytesHex: bytes.toString('hex'),
      sha256: actual.toString('hex'),
    }));
    expect(now).toEqual(VECTORS);
  });

  it('gives another hash when text moves from one field to the next', () => {
    const base = payment('PAY-1', 'LN-1', { bookedBy: 'ab', batchId: 'c' });
    const moved = { ...base, bookedBy: 'a', batchId: 'bc' };
    expect(factHash('payment', moved)).not.toEqual(factHash('payment', base));
    expect(factHash('payment', { ...base, batchId: null })).not.toEqual(
      factHash('payment', { ...base, batchId: '' }),
    );
  });

  it.each([1_000, 1_001, 5_000])('hashes an audit record of %i facts as of few', (count) => {
    const facts = Array.from({ length: count }, (_, at) => ({
      kind: 'held_row',
      factId: `HLD-${at}`,
      hash: sha256(Buffer.from([at % 256])),
    }));
    const fields = AUDIT_FIELDS.map((field) => AUDIT[field]);
    const layout = [
      'loandesk/audit/1',
      5,
      ...fields,
      count,
      ...facts.flatMap(({ kind, factId, hash }) => [kind, factId, hash]),
    ];
    expect(auditHash(5, AUDIT, facts).toString('hex')).toBe(sha256(bytesOf(layout)));
  });

  it('hashes long fields and refuses missing ones and fractions', () => {
    const long = decision('APP-1', null, { assessmentJson: 'ة'.repeat(200_000) });
    const fields = FACT_FIELDS.decision.map((field) => long[field] as string);
    expect(factHash('decision', long).toString('hex')).toBe(
      sha256(bytesOf(['loandesk/decision/1', ...fields])),
    );
    expect(() => factHash('decision', { ...long, note: undefined })).toThrow('undefined');
    expect(() => factHash('decision', { ...long, number: 1.5 })).toThrow('not a safe integer');
    expect(() => factHash('decision', { ...long, number: 2 ** 53 })).toThrow('not a safe integer');
  });
});
