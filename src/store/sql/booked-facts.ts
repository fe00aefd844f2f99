import { HELD_BOOK, LOAN_BOOK } from './books.ts';

/**
 * The kinds of facts entries book, where each is kept, the column an entry's `event_id` is found in, and the book the
 * entries are in.
 */
export const BOOKED_FACTS = [
  { kind: 'payment', table: 'payments', idColumn: 'payment_id', book: LOAN_BOOK },
  { kind: 'disbursement', table: 'disbursements', idColumn: 'disbursement_reference', book: LOAN_BOOK },
  { kind: 'write_off', table: 'write_offs', idColumn: 'write_off_id', book: LOAN_BOOK },
  { kind: 'refund', table: 'refunds', idColumn: 'refund_id', book: LOAN_BOOK },
  { kind: 'held_row', table: 'held_rows', idColumn: 'held_id', book: HELD_BOOK },
  { kind: 'held_step', table: 'held_steps', idColumn: 'step_id', book: HELD_BOOK },
] as const;
