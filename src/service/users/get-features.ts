import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { fromDayNumber, laterOf, parseDate, toDayNumber } from '../../domain/dates.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import { userFeatures } from '../../domain/user-features.ts';
import type { Call, ReadHandler } from '../call.ts';
import { countEvents } from './count-events.ts';
import { permittedUser } from './resolve-user.ts';
import { readSeconds } from './seconds-query.ts';

type Input = OperationInput<'users.features'>;

const DAY_SECONDS = 86_400;

/** The counters used to score credit, as of an instant, a day, or now. */
export const handle: ReadHandler<Input, OperationOutput<'users.features'>> = async (tx, input, call) => {
  const asOfSeconds = readMoment(input, call);
  if (isRefusal(asOfSeconds)) return asOfSeconds;
  const user = await permittedUser(tx, input.userId);
  if (isRefusal(user)) return user;
  return { user_id: user.userId, ...userFeatures(await countEvents(tx, user.userId, asOfSeconds)) };
};

/** Unix seconds of the as-of: a date means its last second in UTC, so that the day counts. */
function readMoment(input: Input, call: Call): number | Refusal {
  if (input.asOf !== undefined && input.date !== undefined) {
    return refuse('invalid_query', 'asOf and date are both given', { hint: 'They mean the same: give one.' });
  }
  const name = input.asOf === undefined ? 'date' : 'asOf';
  const given = input.asOf ?? input.date;
  const nowSeconds = Math.floor(call.nowMs / 1000);
  if (given === undefined) return nowSeconds;
  const seconds = String(given).includes('-') ? lastSecondOf(name, String(given)) : readSeconds(name, given);
  if (isRefusal(seconds) || seconds === null) return seconds ?? nowSeconds;
  const utcDay = fromDayNumber(Math.floor(nowSeconds / DAY_SECONDS));
  const latest = laterOf(utcDay, call.today);
  if (fromDayNumber(Math.floor(seconds / DAY_SECONDS)) <= latest) return seconds;
  return refuse('invalid_query', `${name} is "${given}", after today, ${latest}`, {
    hint: `Use ${latest} or earlier; features count what has happened.`,
  });
}

function lastSecondOf(name: string, text: string): number | Refusal {
  const date = parseDate(text);
  if (isRefusal(date)) return refuse('invalid_query', `${name}: ${date.message}`);
  return (toDayNumber(date) + 1) * DAY_SECONDS - 1;
}
