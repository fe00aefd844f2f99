import { parseDate } from './dates.ts';
import { isRefusal, type Refusal, refuse } from './refusal.ts';

const FORM =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Reads an ISO 8601 timestamp with `Z` or an offset into milliseconds since 1970-01-01T00:00Z; a bare date is
 * its midnight in UTC. Refuses (`invalid_timestamp`) dates that do not exist and times without an offset: whose
 * midnight they mean would be a guess.
 */
export function parseInstant(text: string): number | Refusal {
  const match = FORM.exec(text);
  if (match === null) return refuseInstant(text, 'is not a timestamp like 2026-03-01T12:00:00Z');
  const [, day = '', hour, minute, second = '00', fraction = '', offset] = match;
  const date = parseDate(day);
  if (isRefusal(date)) return refuseInstant(text, 'has a date that does not exist');
  if (hour === undefined || minute === undefined) return Date.parse(`${date}T00:00:00.000Z`);
  if (offset === undefined) return refuseInstant(text, 'has no offset; end it with Z or +02:00');
  if (hour > '23' || minute > '59' || second > '59')
    return refuseInstant(text, 'has a time that does not exist');
  const millis = `${fraction}000`.slice(0, 3);
  const utc = Date.parse(`${date}T${hour}:${minute}:${second}.${millis}Z`);
  return utc - offsetMs(offset);
}

function offsetMs(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0;
  const sign = offset.startsWith('-') ? -1 : 1;
  const digits = offset.replace(/\D/g, '');
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000;
}

function refuseInstant(text: string, why: string): Refusal {
  return refuse('invalid_timestamp', `"${text}" ${why}`, {
    hint: 'Write it like 2026-03-01T12:00:00+02:00.',
  });
}
