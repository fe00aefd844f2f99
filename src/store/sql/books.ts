/** Where the entries of one kind of book are kept. */
export interface Book {
  readonly entries: string;
  readonly postings: string;
  /** Column of whose book it is: a loan's id or a held row's. */
  readonly key: string;
}

export const LOAN_BOOK: Book = { entries: 'journal_entries', postings: 'postings', key: 'loan_id' };
export const HELD_BOOK: Book = { entries: 'held_entries', postings: 'held_postings', key: 'held_id' };

/** The journal is in all of them. */
export const BOOKS: readonly Book[] = [LOAN_BOOK, HELD_BOOK];

const HELD_PREFIX = 'HLD-';

/** The book entries of an id are in. */
export function bookOf(id: string): Book {
  return id.startsWith(HELD_PREFIX) ? HELD_BOOK : LOAN_BOOK;
}
