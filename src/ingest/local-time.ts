/** Milliseconds that a zone's clocks are ahead of UTC when they show `localMs` (as if that were UTC). */
export type ZoneClock = (localMs: number) => number;

const HOUR_MS = 3_600_000;

/**
 * The clock of a zone: `UTC`, an offset such as `+03:00`, or a name such as `Africa/Cairo`; null for none of
 * these. Never the machine's own zone: the same file must mean the same moments everywhere. In the hour that
 * clocks show twice the earlier one is meant; in the hour they skip, the time after the change.
 */
export function zoneClock(zone: string): ZoneClock | null {
  if (/^(utc|gmt|z)$/i.test(zone)) return () => 0;
  const offset = /^([-+])(\d{2}):?(\d{2})$/.exec(zone);
  if (offset !== null) {
    const ms = (Number(offset[2]) * 60 + Number(offset[3])) * 60_000 * (offset[1] === '-' ? -1 : 1);
    return () => ms;
  }
  const rules = rulesOf(zone);
  return rules === null ? null : namedClock(rules);
}

function rulesOf(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return null;
  }
}

function namedClock(rules: Intl.DateTimeFormat): ZoneClock {
  const known = new Map<number, number>();
  const offsetAt = (instantMs: number): number => {
    // Offsets change on full hours only; asking the rules costs some microseconds.
    const hour = Math.floor(instantMs / HOUR_MS);
    const before = known.get(hour);
    if (before !== undefined) return before;
    const instant = hour * HOUR_MS;
    const part = new Map(rules.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const get = (type: Intl.DateTimeFormatPartTypes) => part.get(type) ?? 0;
    const shown = Date.UTC(
      get('year'),
      get('month') - 1,
      get('day'),
      get('hour'),
      get('minute'),
      get('second'),
    );
    known.set(hour, shown - instant);
    return shown - instant;
  };
  return (localMs) => {
    const earlier = offsetAt(localMs - 24 * HOUR_MS);
    if (offsetAt(localMs - earlier) === earlier) return earlier;
    const later = offsetAt(localMs + 24 * HOUR_MS);
    return offsetAt(localMs - later) === later ? later : earlier;
  };
}
