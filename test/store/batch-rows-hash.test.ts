import { describe, expect, it } from 'vitest';
import { batchRowsHash } from '../../src/store/batch-rows-hash.ts';
import type { BatchRowRecord } from '../../src/store/receipt-records.ts';
import { batchRow } from './receipt-fixtures.ts';

describe('the hash of the rows of a batch', () => {
  const rows = [batchRow('BAT-1', 1, { heldId: 'HLD-1' }), batchRow('BAT-1', 2, { account: null })];

  it('is what older versions made of rows of which no more was known', () => {
    expect(batchRowsHash(rows)).toBe('0366b87d11049de1ddd755be4d4f16b149aa00b215cdfd03fba28b616c36edc3');
  });

  it.each<Partial<BatchRowRecord>>([
    { reference: 'x' },
    { endToEndId: 'x' },
    { balance: 'x' },
    { derivedBalance: 'x' },
    { candidatesJson: 'x' },
  ])('is another one with %j, in whatever row it is', (more) => {
    const hashes = [
      rows,
      rows.map((row, at) => (at === 0 ? { ...row, ...more } : row)),
      rows.map((row, at) => (at === 1 ? { ...row, ...more } : row)),
      rows.map((row) => ({ ...row, reference: 'x', ...more, balance: '' })),
    ].map((some) => batchRowsHash(some));
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('tells the fields of it apart, and the empty text from none', () => {
    const fields = ['reference', 'endToEndId', 'balance', 'derivedBalance', 'candidatesJson'] as const;
    const of = (more: Partial<BatchRowRecord>) =>
      batchRowsHash([{ ...(rows[0] as BatchRowRecord), ...more }]);
    const hashes = [of({}), ...fields.flatMap((field) => [of({ [field]: '' }), of({ [field]: '1.00' })])];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
