import { describe, expect, it } from 'vitest';
import type { Batch } from '../../src/commands/payment-files/batch-document.ts';
import { batchInWords } from '../../src/commands/payment-files/batch-in-words.ts';

/** What is said of a file of one statement, 100.00 + 40.00 − 0.00. */
function said(statement: Partial<Batch['statements'][number]>): string[] {
  const batch: Partial<Batch> = {
    batch_id: null,
    source_format: 'csv',
    source_name: null,
    of_rejected: false,
    dry_run: true,
    already_posted_batch: null,
    new_rows: 0,
    known_rows: 0,
    outcomes: { post: [], already_imported: [], held: [], not_a_repayment: [], refused: [] },
    totals: { principal: '0.00', interest: '0.00', fees: '0.00', credit: '0.00' },
    statements: [
      {
        account: null,
        currency: 'EGP',
        opening: '100.00',
        closing: '160.00',
        ties: null,
        entries: 2,
        credits: { count: 1, sum: '40.00' },
        debits: { count: 0, sum: '0.00' },
        ...statement,
      },
    ],
    corrections: [],
    warnings: [],
    file_faults: [],
    rows: [],
  };
  return batchInWords({ path: 'march.csv', batch: batch as Batch }).slice(1);
}

describe('the balances of a statement', () => {
  it('are one sum where they tie, and said not to be one where they do not', () => {
    expect(said({ closing: '140.00', ties: true })).toEqual([
      '  account: 100.00 + 40.00 − 0.00 = 140.00 EGP',
    ]);
    expect(said({ ties: false })).toEqual(['  account: 100.00 + 40.00 − 0.00 ≠ 160.00 EGP']);
  });

  it('are no sum where a row could not be read', () => {
    expect(said({})).toEqual(['  account: 100.00 + 40.00 − 0.00 of what could be read, closing 160.00 EGP']);
  });

  it('are not told where one of them is not there', () => {
    expect(said({ opening: null })).toEqual([]);
  });
});
