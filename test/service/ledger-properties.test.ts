import { describe, it } from 'vitest';
import { expectBooksHold } from './books-desk.ts';

describe('whatever is done to loans', () => {
  it('their postings are what they owe, at every date, and the ledger verifies', async () => {
    await expectBooksHold(80);
  });
});
