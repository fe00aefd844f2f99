import { type CalendarDate, parseDate } from '../domain/dates.ts';
import { isRefusal, type Refusal, refuse } from '../domain/refusal.ts';

/**
 * Reads `as_of`: the business date when absent. A later date is a projection, which only some figures allow.
 */
export function readAsOf(
  given: string | undefined,
  today: CalendarDate,
  options: { readonly mayBeLater: boolean },
): CalendarDate | Refusal {
  if (given === undefined) return today;
  const date = parseDate(given);
  if (isRefusal(date))
    return refuse('invalid_query', `as_of: ${date.message}`, { hint: 'Write it as YYYY-MM-DD.' });
  if (date > today && !options.mayBeLater) {
    return refuse('invalid_query', `as_of is ${date}, after the business date ${today}`, {
      hint: `Use ${today} or an earlier date; loan show, schedule, payoff and explain look ahead too.`,
    });
  }
  return date;
}
