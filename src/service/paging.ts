import { foldDigits } from '../domain/money.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { PageRequest } from '../store/port.ts';

const DEFAULT_SIZE = 50;
/** Large enough for a report page, small enough that one answer stays well under a mebibyte. */
const MAX_SIZE = 500;
/** A page number beyond this is a typing slip; it also keeps the offset a safe integer. */
const MAX_PAGE = 1_000_000_000;

export interface AskedPage {
  readonly page: number;
  readonly size: number;
  readonly request: PageRequest;
}

/**
 * Reads `page` (from 1) and `size` (1 to 500). Anything else is refused with the bound, never clamped.
 */
export function readPage(input: { page?: string | number; size?: string | number }): AskedPage | Refusal {
  const page = readWhole('page', input.page, 1, MAX_PAGE, 1);
  if (typeof page !== 'number') return page;
  const size = readWhole('size', input.size, 1, MAX_SIZE, DEFAULT_SIZE);
  if (typeof size !== 'number') return size;
  return { page, size, request: { offset: (page - 1) * size, limit: size } };
}

/** All rows there are, where they are narrowed after they were read. */
export const EVERY_ROW: PageRequest = { offset: 0, limit: null };

/** The page asked for of rows that are all at hand. */
export function pageOfRows<Row>(rows: readonly Row[], { request: { offset, limit } }: AskedPage): Row[] {
  return rows.slice(offset, offset + (limit ?? rows.length));
}

/** Reads a whole number of a query between two bounds; `fallback` when it is absent. */
export function readWhole(
  name: string,
  given: string | number | undefined,
  least: number,
  most: number,
  fallback: number,
): number | Refusal {
  if (given === undefined) return fallback;
  const text = foldDigits(String(given));
  const value = Number(text);
  if (!/^\d{1,12}$/.test(text) || value < least || value > most) {
    return refuse(
      'invalid_query',
      `${name} is "${given}"; it must be a whole number from ${least} to ${most}`,
      { hint: `Use a whole number from ${least} to ${most}.` },
    );
  }
  return value;
}
