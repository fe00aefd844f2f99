import { foldDigits } from '../domain/money.ts';
import { zoneClock } from './local-time.ts';
import { offsetText, orderTime } from './order-time.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Zones by the letters Amazon writes; those of two meanings are left out. */
const ZONES: Readonly<Record<string, string>> = {
  PST: '-08:00',
  PDT: '-07:00',
  MST: '-07:00',
  MDT: '-06:00',
  EST: '-05:00',
  EDT: '-04:00',
  BRT: '-03:00',
  WET: '+00:00',
  BST: '+01:00',
  WEST: '+01:00',
  CET: '+01:00',
  MEZ: '+01:00',
  CEST: '+02:00',
  MESZ: '+02:00',
  EET: '+02:00',
  SAST: '+02:00',
  EEST: '+03:00',
  TRT: '+03:00',
  GST: '+04:00',
  SGT: '+08:00',
  JST: '+09:00',
  AEST: '+10:00',
  AEDT: '+11:00',
};

const CLOCK = String.raw`(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]\.?\s?m\.?)?\s*(.*)`;
/** `Jan 5, 2024 1:02:03 PM PST`. */
const MONTH_FIRST = new RegExp(String.raw`^([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4}),?\s+${CLOCK}$`, 'i');
/** `5 Jan 2024 13:02:03 UTC`. */
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})\s+([a-z]{3})[a-z]*\.?\s+(\d{4}),?\s+${CLOCK}$`, 'i');
/** `2024/01/05 13:02:03JST`, `2024-01-05 …`. */
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T]${CLOCK}$`, 'i');
/** `05.01.2024 13:02:03 UTC`: with points the day comes first everywhere. */
const POINTS = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4})\s+${CLOCK}$`, 'i');
const DAY_ALONE = /^(?:(\d{4})-(\d{2})-(\d{2})|(\d{2})\.(\d{2})\.(\d{4}))$/;

/**
 * A time of an Amazon report in ISO 8601; null when it is none of the forms Amazon writes, or its zone is not
 * known. A day alone is its midnight in UTC.
 */
export function amazonTime(given: string): string | null {
  const text = foldDigits(given.trim()).replace(/[\u00a0\u202f]/g, ' ');
  const day = DAY_ALONE.exec(text);
  if (day !== null) {
    return `${day[1] ?? day[6]}-${day[2] ?? day[5]}-${day[3] ?? day[4]}T00:00:00+00:00`;
  }
  const iso = orderTime(text, 'given');
  if (iso !== undefined && /T.*[+-]\d{2}:\d{2}$/.test(iso)) return iso;
  const parts = dateParts(text);
  if (parts === null) return null;
  const { year, month, date, rest } = parts;
  const [hourText = '', minute = '00', second = '00', half, zone = ''] = rest;
  const hour = hourOf(Number(hourText), half);
  const offset = zoneOffset(zone.trim());
  if (month < 1 || hour === null || offset === null) return null;
  const two = (n: number) => String(n).padStart(2, '0');
  return `${year}-${two(month)}-${two(date)}T${two(hour)}:${minute}:${second}${offset}`;
}

function dateParts(text: string) {
  const named = (name: string | undefined) => MONTHS.indexOf((name ?? '').toLowerCase()) + 1;
  let match = MONTH_FIRST.exec(text);
  if (match !== null) {
    return { year: match[3], month: named(match[1]), date: Number(match[2]), rest: match.slice(4) };
  }
  match = DAY_FIRST.exec(text);
  if (match !== null) {
    return { year: match[3], month: named(match[2]), date: Number(match[1]), rest: match.slice(4) };
  }
  match = YEAR_FIRST.exec(text);
  if (match !== null) {
    return { year: match[1], month: Number(match[2]), date: Number(match[3]), rest: match.slice(4) };
  }
  match = POINTS.exec(text);
  if (match === null) return null;
  return { year: match[3], month: Number(match[2]), date: Number(match[1]), rest: match.slice(4) };
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}

function zoneOffset(zone: string): string | null {
  const named = ZONES[zone.toUpperCase()];
  if (named !== undefined) return named;
  const fromUtc = /^(?:GMT|UTC)?\s*([-+])(\d{1,2}):?(\d{2})?$/i.exec(zone);
  if (fromUtc !== null) return `${fromUtc[1]}${(fromUtc[2] ?? '').padStart(2, '0')}:${fromUtc[3] ?? '00'}`;
  const clock = /^(utc|gmt|z)$/i.test(zone) ? zoneClock(zone) : null;
  return clock === null ? null : offsetText(clock(0));
}
