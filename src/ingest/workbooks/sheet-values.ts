/** Days from 1 January 1970 back to day 0 of the two calendars that workbooks count in. */
const EPOCH_DAYS = { 1900: 25_569, 1904: 24_107 } as const;
export type DateSystem = keyof typeof EPOCH_DAYS;

/** Spreadsheets count with so many digits; what stands behind them is noise of binary fractions. */
const SIGNIFICANT_DIGITS = 15;
const DAY_SECONDS = 86_400;
/** The last day that spreadsheets know: 31 December 9999. */
const LAST_SERIAL = 2_958_465;
/** 1970 to 2100: a number in a column of dates that is no day of a statement is no serial number of one. */
const PLAUSIBLE_DAYS = { from: 0, to: 47_846 };

/**
 * A number as plain decimal text with a point, as the spreadsheet that holds it would show it in full: to 15 digits.
 * Whole numbers stay letter by letter; one too large to be exact keeps its exponent, by which its loss is seen.
 */
export function numberText(raw: string): string {
  if (/^-?\d+$/.test(raw)) return raw;
  if (/^-?\d+\.\d+$/.test(raw) && raw.length <= SIGNIFICANT_DIGITS) return raw;
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value) || Math.abs(value) >= 1e15) return raw;
  const rounded = Number(value.toPrecision(SIGNIFICANT_DIGITS));
  const text = String(rounded);
  return text.includes('e') ? rounded.toFixed(20).replace(/\.?0+$/, '') : text;
}

/**
 * The day of a serial number, with its time of day where it has one: `2026-04-13`, `2026-04-13 10:30:00`; null where
 * the number is no day of the calendar.
 */
export function serialDate(raw: string, system: DateSystem): string | null {
  const known = knownDays.get(raw);
  if (known?.system === system) return known.date;
  const date = dateOfSerial(raw, system);
  // A day comes on many rows.
  if (raw.length <= 5) knownDays.set(raw, { system, date });
  return date;
}

const knownDays = new Map<string, { readonly system: DateSystem; readonly date: string | null }>();

function dateOfSerial(raw: string, system: DateSystem): string | null {
  const serial = Number(raw);
  if (raw.trim() === '' || !(serial >= 0 && serial <= LAST_SERIAL)) return null;
  // Spreadsheets have a 29 February 1900, which never was: the days before it are one off.
  if (system === 1900 && serial < 61) return null;
  const seconds = Math.round((serial - EPOCH_DAYS[system]) * DAY_SECONDS);
  const text = new Date(seconds * 1000).toISOString();
  return seconds % DAY_SECONDS === 0 ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

/** The same of a number without a date's form, in a column of dates: only if it is a day a statement can be of. */
export function plausibleSerialDate(raw: string, system: DateSystem): string | null {
  const days = Number(raw) - EPOCH_DAYS[system];
  return days >= PLAUSIBLE_DAYS.from && days < PLAUSIBLE_DAYS.to ? serialDate(raw, system) : null;
}
