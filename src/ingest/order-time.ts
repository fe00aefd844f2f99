import { type ZoneClock, zoneClock } from './local-time.ts';

const FORM = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;

/**
 * A timestamp as exports write it (`2021-05-13 11:01:12 +0200`) in ISO 8601. One without an offset is read by
 * `zone`: `utc`, or `cairo` for the clock of an Egyptian shop. Empty is undefined; what is no timestamp stays as
 * it is, for the service to refuse.
 */
export function orderTime(given: unknown, zone: 'utc' | 'cairo' | 'given'): string | undefined {
  if (given === null || given === undefined) return undefined;
  const text = String(given).trim();
  if (text === '') return undefined;
  const match = FORM.exec(text);
  if (match === null) return text;
  const [, date = '', time = '', offset = ''] = match;
  const clock = `${date}T${time.length === 5 ? `${time}:00` : time}`;
  if (/^(Z|UTC|GMT)$/i.test(offset)) return `${clock}+00:00`;
  if (offset !== '') return clock + offset.replace(/^(...)(\d\d)$/, '$1:$2');
  if (zone === 'given') return text;
  return clock + (zone === 'utc' ? '+00:00' : cairoOffset(clock));
}

/** True for a timestamp as exports write it. */
export function isOrderTime(text: string): boolean {
  return FORM.test(text.trim());
}

/** True for a timestamp that has no offset of its own. */
export function lacksOffset(text: string): boolean {
  const match = FORM.exec(text.trim());
  return match !== null && match[3] === undefined;
}

/** The later of two ISO timestamps with offsets, whichever is there. */
export function laterTime(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Date.parse(b) > Date.parse(a) ? b : a;
}

let cairo: ZoneClock | null = null;

/** What Cairo's clocks are ahead of UTC when they show `clock`, as `+02:00`. */
function cairoOffset(clock: string): string {
  cairo ??= zoneClock('Africa/Cairo');
  const shownMs = Date.parse(`${clock}Z`);
  if (Number.isNaN(shownMs) || cairo === null) return '+02:00';
  return offsetText(cairo(shownMs));
}

/** Milliseconds ahead of UTC as `+02:00`. */
export function offsetText(aheadMs: number): string {
  const minutes = Math.abs(aheadMs) / 60_000;
  const two = (n: number) => String(n).padStart(2, '0');
  return `${aheadMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
