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
  /** As they stand there, before and behind `//`; empty when nothing does. */
  readonly customerReference: string;
  readonly bankReference: string;
}

/** What is wrong with a statement line, and what it moved where that can be read nevertheless. */
export interface MtFault {
  readonly code: string;
  readonly value: string;
  readonly message: string;
  readonly moved: MtMovement | null;
}

/** What the mark and the amount of a statement line say. */
export type MtMovement = Pick<MtLine, 'direction' | 'reversal' | 'expected' | 'digits'>;

const HEAD = /^(\d{6})(\d{4}|[ ]{4}|)(.*)$/;
/** Dates in which something else than digits stands, before a mark and an amount. */
const DAMAGED_HEAD = /^([^\s,]{4,8}?)([^\s,]{4}|[ ]{4}|)([RE]?[CD][A-Z]?\d{1,15},.*)$/;
/** The mark, perhaps with the third letter of the currency (`CN` for PLN) or an R (`CR`), and the amount. */
const MARK = /^(R|E)?([CD])([A-Z])?(.*)$/;
const AMOUNT = /^(\d{1,15}),(\d{0,5})(?=[A-Z]|\s|$)/;
const TYPE = /^\s*([A-Z][A-Z0-9]{3})?(.*)$/;

/** Takes a statement line apart, or says what is wrong with it. */
export function readMtLine(text: string): MtLine | readonly MtFault[] {
  const inOrder = HEAD.exec(text);
  const head =
    inOrder !== null && MARK.test(inOrder[3] ?? '') ? inOrder : (DAMAGED_HEAD.exec(text) ?? inOrder);
  if (head === null) {
    const message = 'the statement line does not begin with a date';
    return [{ code: 'unreadable_row', value: text, message, moved: null }];
  }
  const [, valueText = '', entryText = '', afterDates = ''] = head;
  const moved = readMovement(afterDates);
  const valueDate = /^\d{6}$/.test(valueText) ? mtDate(valueText) : null;
  const entryDate =
    entryText.trim() === '' || valueDate === null ? null : entryDateNear(entryText, valueDate);
  const faults: Omit<MtFault, 'moved'>[] = [];
  if (valueDate === null) faults.push(noDay(valueText));
  else if (entryText.trim() !== '' && entryDate === null) faults.push(noDay(entryText));
  if ('message' in moved) faults.push(moved);
  if (valueDate === null || faults.length > 0 || 'message' in moved) {
    return faults.map((fault) => ({ ...fault, moved: 'message' in moved ? null : moved }));
  }
  const { rest, ...movement } = moved;
  const [, type = '', references = ''] = TYPE.exec(rest) ?? [];
  const [customer = '', ...behind] = references.split('//');
  return {
    valueDate,
    entryDate,
    ...movement,
    type,
    customerReference: customer.trim(),
    bankReference: behind.join('//').trim(),
  };
}

/** The mark and the amount, with what stands behind them. */
function readMovement(text: string): (MtMovement & { readonly rest: string }) | Omit<MtFault, 'moved'> {
  const mark = MARK.exec(text);
  if (mark === null) {
    const message = 'the mark is none of C, D, RC, RD, EC and ED';
    return { code: 'unknown_direction', value: text.slice(0, 3), message };
  }
  const [, before, side, , afterMark = ''] = mark;
  const signed = /^[-+][\d.,]*/.exec(afterMark);
  if (signed !== null) {
    const value = signed[0].slice(0, 20);
    const message = `the amount "${value}" has a sign beside its mark ${before ?? ''}${side}`;
    return { code: 'sign_contradicts', value, message };
  }
  const amount = AMOUNT.exec(afterMark);
  if (amount === null) {
    const value = /^[^A-Z]*/.exec(afterMark)?.[0]?.slice(0, 20) ?? '';
    return { code: 'invalid_amount', value, message: `"${value}" is not an amount with a decimal comma` };
  }
  const [whole, units = '', decimals = ''] = amount;
  return {
    direction: side === 'C' ? (before === 'R' ? 'debit' : 'credit') : before === 'R' ? 'credit' : 'debit',
    reversal: before === 'R',
    expected: before === 'E',
    digits: `${units}.${decimals}`,
    rest: afterMark.slice(whole.length),
  };
}

/** Whether a line of a file is a statement line with the mark of a reversal. */
export function isReversalLine(text: string): boolean {
  return /^:61:[^,]*R[CD][A-Z]?\d+,/.test(text);
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

function noDay(text: string): Omit<MtFault, 'moved'> {
  return { code: 'invalid_date', value: text, message: `"${text}" is no day of the calendar` };
}
