import { describe, expect, it } from 'vitest';
import { DateEvidence, orderOfFormat, readDateCell } from '../../src/ingest/column-dates.ts';
import { zoneClock } from '../../src/ingest/local-time.ts';

function decide(cells: readonly string[]) {
  const evidence = new DateEvidence();
  for (const cell of cells) evidence.see(cell);
  return evidence.decide();
}

describe('B35: the order of day and month in a column', () => {
  it('is settled by one cell for all', () => {
    const { order } = decide(['03/04/2026', '13/04/2026']);
    expect(order).toBe('DMY');
    expect(readDateCell('03/04/2026', 'DMY')).toMatchObject({ date: '2026-04-03' });
    expect(readDateCell('13/04/2026', 'DMY')).toMatchObject({ date: '2026-04-13' });
    expect(decide(['04/25/26', '01/02/26']).order).toBe('MDY');
  });

  it('stays open when nothing settles it', () => {
    expect(decide(['03/04/2026', '05/06/2026'])).toEqual({
      order: null,
      why: 'ambiguous',
      cell: '03/04/2026',
    });
    expect(decide(['20/04/02', '01/05/03']).order).toBeNull();
  });

  it('does not ask where both orders mean the same day', () => {
    expect(decide(['04/04/2026', '12/12/2026']).order).not.toBeNull();
  });

  it('is asked for where six digits leave it open', () => {
    expect(decide(['260402', '260331'])).toMatchObject({ order: null, why: 'ambiguous' });
    expect(decide(['310326', '300426']).order).toBeNull();
    expect(readDateCell('260402', 'YMD')).toMatchObject({ date: '2026-04-02' });
    expect(readDateCell('040226', 'MDY')).toMatchObject({ date: '2026-04-02' });
    expect(readDateCell('202604', 'YMD')).toHaveProperty('reason');
  });

  it('is not decided against one of its cells', () => {
    expect(decide(['13/04/2026', '04/13/2026'])).toEqual({
      order: null,
      why: 'contradictory',
      cell: '13/04/2026 and 04/13/2026',
    });
  });

  it('answers a fault for a day that does not exist, never the day after', () => {
    expect(decide(['31/02/2026']).order).toBe('DMY');
    expect(readDateCell('31/02/2026', 'DMY')).toEqual({
      reason: 'is no day of the calendar, read as DD/MM/YYYY',
    });
    expect(readDateCell('2026-02-31', 'DMY')).toEqual({
      reason: 'is no day of the calendar, read as YYYY-MM-DD',
    });
  });
});

describe('a date cell', () => {
  it.each([
    ['2026-04-02', '2026-04-02'],
    ['٢٠٢٦-٠٤-٠٢', '2026-04-02'],
    ['2 April 2026', '2026-04-02'],
    ['02-Apr-26', '2026-04-02'],
    ['Apr 2, 2026', '2026-04-02'],
    ['2.4.2026', '2026-04-02'],
    ['02042026', '2026-04-02'],
    ['020426', '2026-04-02'],
  ])('reads %s', (cell, date) => {
    expect(readDateCell(cell, 'DMY')).toEqual({ date, secondOfDay: null, offsetMinutes: null });
  });

  it.each([
    ['2026-04-02T10:43:07+02:00', 38_587, 120],
    ['2026-04-02T10:43:07Z', 38_587, 0],
    ['02/04/2026 10:43', 38_580, null],
    ['02/04/2026, 3:05 PM', 54_300, null],
    ['02/04/2026 12:05:10 am', 310, null],
    ['٠٢/٠٤/٢٠٢٦ ١٠:٣٠ م', 81_000, null],
    ['2026-04-02 10:43:07.123', 38_587, null],
  ])('reads the time of %s', (cell, secondOfDay, offsetMinutes) => {
    expect(readDateCell(cell, 'DMY')).toEqual({ date: '2026-04-02', secondOfDay, offsetMinutes });
  });

  it('B42: takes Unix seconds and refuses milliseconds', () => {
    expect(readDateCell('1767225599', 'DMY')).toEqual({ unixSeconds: 1_767_225_599 });
    expect(readDateCell('1767225599000', 'DMY')).toEqual({
      reason: 'looks like milliseconds; give Unix seconds',
    });
  });

  it.each(['', 'abc', '13:05', '32/01/2026', '02/04/2026 25:00', '02/04/2026 10', '2 Mayor 2026', '1/2/3/4'])(
    'answers a fault for "%s"',
    (cell) => {
      expect(readDateCell(cell, 'DMY')).toHaveProperty('reason');
    },
  );
});

describe('a date format', () => {
  it.each([
    ['DD/MM/YYYY', 'DMY'],
    ['DD/MM/YY', 'DMY'],
    ['D.M.YYYY', 'DMY'],
    ['MM/DD/YYYY', 'MDY'],
    ['YYYY-MM-DD', 'YMD'],
    ['YY/MM/DD', 'YMD'],
    ['YYMMDD', 'YMD'],
    ['DDMMYY', 'DMY'],
    ['dd/mm/yyyy', 'DMY'],
    ['DD/DD/YYYY', null],
    ['YYYY/DD/MM', null],
    ['%d/%m/%Y', null],
  ])('%s is %s', (format, order) => {
    expect(orderOfFormat(format)).toBe(order);
  });
});

describe('the clock of a zone', () => {
  const instant = (zone: string, local: string) => {
    const localMs = Date.parse(`${local}Z`);
    return new Date(localMs - zoneClock(zone)!(localMs)).toISOString();
  };

  it('follows summer time', () => {
    expect(instant('Africa/Cairo', '2026-01-15T12:00')).toBe('2026-01-15T10:00:00.000Z');
    expect(instant('Africa/Cairo', '2026-07-15T12:00')).toBe('2026-07-15T09:00:00.000Z');
  });

  it('has no time that does not exist, and the earlier of two that look alike', () => {
    expect(instant('Africa/Cairo', '2026-04-24T00:30')).toBe('2026-04-23T22:30:00.000Z');
    expect(instant('Africa/Cairo', '2026-10-29T23:30')).toBe('2026-10-29T20:30:00.000Z');
    expect(instant('Africa/Cairo', '2026-10-30T00:30')).toBe('2026-10-29T22:30:00.000Z');
  });

  it('takes offsets and UTC, and nothing it does not know', () => {
    expect(zoneClock('+03:00')!(0)).toBe(3 * 3_600_000);
    expect(zoneClock('-0530')!(0)).toBe(-5.5 * 3_600_000);
    expect(zoneClock('UTC')!(0)).toBe(0);
    expect(zoneClock('Cairo time')).toBeNull();
  });
});
