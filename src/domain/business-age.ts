import { addMonths, type CalendarDate, datePartsOf } from './dates.ts';

/**
 * Whole calendar months from the earlier of the founding date and the first order to a date; 0 when neither is
 * known or both lie ahead.
 */
export function businessAgeMonths(
  foundedOn: CalendarDate | null,
  firstOrderOn: CalendarDate | null,
  on: CalendarDate,
): number {
  const [start] = [foundedOn, firstOrderOn].filter((date) => date !== null).sort();
  if (start === undefined || start > on) return 0;
  const [from, to] = [datePartsOf(start), datePartsOf(on)];
  const months = (to.year - from.year) * 12 + (to.month - from.month);
  return addMonths(start, months) > on ? months - 1 : months;
}
