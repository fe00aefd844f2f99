import type { Page } from '../store/port.ts';

/** The next number of a kind of row of which none is ever removed. */
export function nextNumber(page: Page<unknown>): number {
  return page.totalCount + 1;
}
