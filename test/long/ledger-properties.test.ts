import { describe, it } from 'vitest';
import { expectBooksHold } from '../service/books-desk.ts';

describe('whatever is done to loans, for long', () => {
  it('their postings are what they owe, at every date, and the ledger verifies', async () => {
    await expectBooksHold(1_500);
  }, 900_000);
});
