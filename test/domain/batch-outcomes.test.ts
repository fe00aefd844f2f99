import { describe, expect, it } from 'vitest';
import { BatchOutcomes, ROW_OUTCOMES, type RowOutcome } from '../../src/domain/batch-outcomes.ts';

/** A file with one row of 10.00 EGP for each outcome named. */
function fileOf(...outcomes: readonly RowOutcome[]): BatchOutcomes {
  const file = new BatchOutcomes();
  for (const outcome of outcomes) file.add(outcome, 'EGP', '10.00');
  return file;
}

describe('BatchOutcomes', () => {
  it('adds up exactly, by currency, EGP first', () => {
    const file = new BatchOutcomes();
    for (let i = 0; i < 3; i++) file.add('held', 'EGP', '99999999999999.99');
    file.add('held', 'AED', '0.1');
    file.add('held', 'KWD', '1.2345');
    file.add('held', 'KWD', '0.0005');
    file.add('refused', 'EGP', null);
    expect(file.byOutcome()).toEqual({
      post: [],
      already_imported: [],
      held: [
        { currency: 'EGP', count: 3, sum: '299999999999999.97' },
        { currency: 'AED', count: 1, sum: '0.10' },
        { currency: 'KWD', count: 2, sum: '1.235' },
      ],
      not_a_repayment: [],
      refused: [{ currency: 'EGP', count: 1, sum: '0.00' }],
    });
  });

  it('has every outcome, in the order people are told', () => {
    expect(Object.keys(fileOf().byOutcome())).toEqual([...ROW_OUTCOMES]);
  });

  it('does not take what is no decimal', () => {
    expect(() => new BatchOutcomes().add('post', 'EGP', '1,50')).toThrow('1,50');
  });
});

describe('what was expected', () => {
  const file = fileOf('post', 'post', 'already_imported', 'held', 'not_a_repayment', 'refused');

  it('is met by all money that came in', () => {
    expect(file.contradictions({ count: 5, total: '50' })).toEqual([]);
    expect(file.contradictions({ count: null, total: null })).toEqual([]);
  });

  it('is contradicted with both figures', () => {
    expect(file.contradictions({ count: 6, total: '50.01' })).toEqual([
      '6 rows were expected, the file has 5',
      '50.01 EGP was expected, the file adds up to 50.00',
    ]);
    expect(fileOf().contradictions({ count: 0, total: '0.01' })).toHaveLength(1);
  });

  it('leaves other currencies out of the total', () => {
    const mixed = fileOf('post');
    mixed.add('held', 'USD', '5.00');
    expect(mixed.contradictions({ count: 2, total: '10.00' })).toEqual([]);
  });
});

describe('the verdict', () => {
  it.each([
    [[], 'done', 'done'],
    [['post', 'already_imported', 'not_a_repayment'], 'done', 'done'],
    [['already_imported'], 'done', 'done'],
    [['post', 'held'], 'waiting', 'waiting'],
    [['held'], 'waiting', 'waiting'],
    [['post', 'refused'], 'nothing_posted', 'waiting'],
    [['held', 'refused'], 'nothing_posted', 'waiting'],
    [['refused'], 'nothing_posted', 'nothing_posted'],
    [['already_imported', 'refused'], 'nothing_posted', 'nothing_posted'],
  ] as const)('of %j is %s, and %s when refused rows are rejected', (outcomes, stopping, rejecting) => {
    expect(fileOf(...outcomes).verdict({ rejected: false })).toBe(stopping);
    expect(fileOf(...outcomes).verdict({ rejected: true })).toBe(rejecting);
  });
});
