/** A point in time as answers have it, in UTC. A date is none. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/**
 * What a write answers, as text to be compared, without points in time: the moment a thing is done at is later than the
 * one its rehearsal had, since a person was asked in between, and is no part of what was agreed to.
 */
export function withoutMoments(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === 'string' && MOMENT.test(inner) ? 'a moment' : inner,
  );
}
