import type { CalendarDate } from '../../domain/dates.ts';
import { parseDate, toDayNumber } from '../../domain/dates.ts';
import { isRefusal } from '../../domain/refusal.ts';

/** A statement line (`:61:`) taken apart. */
export interface MtLine {
  readonly valueDate: CalendarDate;
  /** Null when the line leaves it blank. */
  readonly entryDate: CalendarDate | null;
  readonly direction: 'credit' | 'debit';
  /** `RC` and `RD`: takes an earlier entry back. */
  readonly reversal: boolean;
  /** `EC` and `ED` of an MT942: not booked yet. */
  readonly expected: boolean;
  /** Digits with a point. */
  readonly digits: string;
  readonly type: string;
  readonly customerReference: string | null;
  readonly bankReference: string | null;
}

export interface MtFault {
  readonly code: string;
  readonly value: string;
  readonly message: string;
}

const HEAD = /^(\d{6})(\d{4}|[ ]{4}|)(.*)$/;
/** The mark, perhaps with the third letter of the currency (`CN` for PLN) or an R (`CR`), and the amount. */
const MARK = /^(R|E)?([CD])([A-Z])?(.*)$/;
const AMOUNT = /^(\d{1,15}),(\d{0,5})(?=[A-Z]|\s|$)/;
const TYPE = /^\s*([A-Z][A-Z0-9]{3})?(.*)$/;

/** Takes a statement line apart; the first thing that is wrong with it is the fault. */
export function readMtLine(text: string): MtLine | MtFault {
  const head = HEAD.exec(text);
  if (head === null) return fault('unreadable_row', text, 'the statement line does not begin with a date');
  const [, valueText = '', entryText = '', afterDates = ''] = head;
  const valueDate = mtDate(valueText);
  if (valueDate === null) return fault('invalid_date', valueText, `"${valueText}" is no day of the calendar`);
  const entryDate = entryText.trim() === '' ? null : entryDateNear(entryText, valueDate);
  if (entryText.trim() !== '' && entryDate === null) {
    return fault('invalid_date', entryText, `"${entryText}" is no day of the calendar`);
  }
  const mark = MARK.exec(afterDates);
  if (mark === null) {
    return fault('unknown_direction', afterDates.slice(0, 3), 'the mark is none of C, D, RC, RD, EC and ED');
  }
  const [, before, side, , afterMark = ''] = mark;
  const signed = /^[-+][\d.,]*/.exec(afterMark);
  if (signed !== null) {
    const value = signed[0].slice(0, 20);
    return fault(
      'sign_contradicts',
      value,
      `the amount "${value}" has a sign beside its mark ${before ?? ''}${side}`,
    );
  }
  const amount = AMOUNT.exec(afterMark);
  if (amount === null) {
    const value = /^[^A-Z]*/.exec(afterMark)?.[0]?.slice(0, 20) ?? '';
    return fault('invalid_amount', value, `"${value}" is not an amount with a decimal comma`);
  }
  const [whole, units = '', decimals = ''] = amount;
  const rest = TYPE.exec(afterMark.slice(whole.length));
  const [customer = '', ...behind] = (rest?.[2] ?? '').split('//');
  return {
    valueDate,
    entryDate,
    direction: side === 'C' ? (before === 'R' ? 'debit' : 'credit') : before === 'R' ? 'credit' : 'debit',
    reversal: before === 'R',
    expected: before === 'E',
    digits: `${units}.${decimals}`,
    type: rest?.[1] ?? '',
    customerReference: referenceOf(customer),
    bankReference: referenceOf(behind.join('//')),
  };
}

/** A date `YYMMDD`; years from 80 on are of the last century. Null when there is no such day. */
export function mtDate(text: string): CalendarDate | null {
  const year = Number(text.slice(0, 2));
  return dateOf((year >= 80 ? 1900 : 2000) + year, text.slice(2, 4), text.slice(4, 6));
}

/** An amount with its decimal comma as digits with a point; null when it is none. */
export function mtDigits(text: string): string | null {
  const match = /^(\d{1,15}),(\d{0,5})$/.exec(text);
  return match === null ? null : `${match[1]}.${match[2]}`;
}

/** The entry date has no year: it is the one nearest to the value date. */
function entryDateNear(text: string, valueDate: CalendarDate): CalendarDate | null {
  const year = Number(valueDate.slice(0, 4));
  let nearest: CalendarDate | null = null;
  for (const candidate of [year - 1, year, year + 1]) {
    const date = dateOf(candidate, text.slice(0, 2), text.slice(2, 4));
    if (date === null) continue;
    const distance = (other: CalendarDate) => Math.abs(toDayNumber(other) - toDayNumber(valueDate));
    if (nearest === null || distance(date) < distance(nearest)) nearest = date;
  }
  return nearest;
}

function dateOf(year: number, month: string, day: string): CalendarDate | null {
  const date = parseDate(`${year}-${month}-${day}`);
  return isRefusal(date) ? null : date;
}

function referenceOf(text: string): string | null {
  const reference = text.trim();
  return reference === '' || /^(NONREF|NOREF|NOTPROVIDED|\/+)$/i.test(reference) ? null : reference;
}

function fault(code: string, value: string, message: string): MtFault {
  return { code, value, message };
}
