import { describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../src/domain/dates.ts';
import {
  type BatchStatement,
  type DayRowSum,
  onStatementDays,
  statementDifferences,
} from '../../src/domain/statement-differences.ts';

const april = (day: string) => `2026-04-${day}` as CalendarDate;
const TIME = { from: april('01'), to: april('30') };

interface Said {
  readonly days: readonly [string, string];
  readonly balances?: readonly [string, string];
  readonly credits?: readonly string[];
  readonly debits?: readonly string[];
  readonly batchId?: string;
}

const sumOf = (amounts: readonly string[]) =>
  amounts.reduce((sum, amount) => sum + Number(amount), 0).toFixed(2);

function statement({ days, balances, credits = [], debits = [], batchId = 'BAT-1' }: Said): BatchStatement {
  const [opening = null, closing = null] = balances ?? [];
  const counts = { creditCount: credits.length, debitCount: debits.length };
  const sums = { creditSum: sumOf(credits), debitSum: sumOf(debits) };
  return {
    batchId,
    firstDate: april(days[0]),
    lastDate: april(days[1]),
    opening,
    closing,
    ...counts,
    ...sums,
  };
}

/** Rows kept: amounts by day, below zero when money went out. */
function kept(rows: readonly (readonly [day: string, amount: string])[], batchId = 'BAT-1'): DayRowSum[] {
  return rows.map(([day, amount]) => ({
    ...{ batchId, date: april(day), count: 1, sum: amount.replace('-', '') },
    direction: amount.startsWith('-') ? 'debit' : 'credit',
  }));
}

const differences = (statements: readonly BatchStatement[], rows: readonly DayRowSum[], time = TIME) =>
  statementDifferences(statements, rows, time).map(({ firstDate, lastDate, difference }) => [
    firstDate.slice(-2),
    lastDate.slice(-2),
    difference,
  ]);

describe('what statements tell against the rows kept', () => {
  it('is a difference of its days where a row is lost or kept twice, also where both come to nothing', () => {
    const days = [
      statement({ days: ['01', '03'], balances: ['0.00', '700.00'], credits: ['200.00', '500.00'] }),
      statement({
        days: ['04', '05'],
        balances: ['700.00', '1200.00'],
        credits: ['500.00'],
        batchId: 'BAT-2',
      }),
    ];
    const right = kept([
      ['01', '200.00'],
      ['03', '500.00'],
      ['05', '500.00'],
    ]);
    expect(differences(days, right)).toEqual([]);
    const wrong = kept([
      ['01', '200.00'],
      ['05', '500.00'],
      ['05', '500.00'],
    ]);
    expect(differences(days, wrong)).toEqual([
      ['01', '03', '500.00'],
      ['04', '05', '-500.00'],
    ]);
    expect(statementDifferences(days, wrong, TIME)[0]).toMatchObject({
      ...{ statements: 1, batchIds: ['BAT-1'], opening: '0.00', closing: '700.00' },
      stated: { credits: { count: 2, sum: '700.00' }, debits: { count: 0, sum: '0.00' } },
      kept: { credits: { count: 1, sum: '200.00' }, debits: { count: 0, sum: '0.00' } },
    });
    // Only those that touch the time.
    expect(differences(days, wrong, { from: april('04'), to: april('04') })).toEqual([
      ['04', '05', '-500.00'],
    ]);
  });

  it('is one where money that came and went back is lost both ways', () => {
    const day = statement({
      ...{ days: ['01', '01'], balances: ['5.00', '5.00'] },
      ...{ credits: ['70.00'], debits: ['70.00'] },
    });
    expect(differences([day], [])).toEqual([['01', '01', '0.00']]);
    expect(
      differences(
        [day],
        kept([
          ['01', '70.00'],
          ['01', '-70.00'],
        ]),
      ),
    ).toEqual([]);
  });

  it('counts once what a day that grows, its parts and statements that overlap tell again', () => {
    const morning = statement({ days: ['02', '02'], balances: ['1000.00', '1500.00'], credits: ['500.00'] });
    const evening = statement({ days: ['02', '02'], balances: ['1500.00', '2000.00'], credits: ['500.00'] });
    const day = statement({
      ...{ days: ['02', '02'], balances: ['1000.00', '2000.00'], credits: ['500.00', '500.00'] },
    });
    const week = statement({
      ...{ days: ['01', '04'], balances: ['900.00', '2050.00'] },
      credits: ['100.00', '500.00', '500.00', '50.00'],
    });
    const both = kept([
      ['02', '500.00'],
      ['02', '500.00'],
    ]);
    const lost = kept([['02', '500.00']]);
    const whole = [
      ...both,
      ...kept([
        ['01', '100.00'],
        ['04', '50.00'],
      ]),
    ];
    for (const told of [
      [morning, evening],
      [evening, morning],
      [day, morning],
      [morning, evening, day],
      [day],
    ]) {
      expect(differences(told, both)).toEqual([]);
      expect(differences(told, lost)).toEqual([['02', '02', '500.00']]);
    }
    expect(differences([week, morning, day], whole)).toEqual([]);
    expect(differences([week, morning], whole.slice(1))).toEqual([['01', '04', '500.00']]);
  });

  it('is one of a statement among others that has more entries than there are rows of its days', () => {
    const first = statement({ days: ['01', '05'], credits: ['10.00', '20.00'] });
    const second = statement({ days: ['05', '09'], credits: ['20.00', '30.00'], batchId: 'BAT-2' });
    const third = statement({ days: ['08', '09'], credits: ['30.00'] });
    const rows = kept([
      ['01', '10.00'],
      ['05', '20.00'],
      ['09', '30.00'],
    ]);
    expect(differences([first, second, third], rows)).toEqual([]);
    expect(differences([first, second, third], rows.slice(1))).toEqual([['01', '05', '10.00']]);
  });

  it('is one of rows that no statement tells of, within the time', () => {
    const day = statement({ days: ['05', '05'], balances: ['0.00', '1.00'], credits: ['1.00'] });
    const rows = kept([
      ['03', '2.00'],
      ['05', '1.00'],
      ['07', '-3.00'],
    ]);
    expect(differences([day], rows)).toEqual([
      ['03', '03', '-2.00'],
      ['07', '07', '3.00'],
    ]);
    expect(differences([day], rows, { from: april('04'), to: april('06') })).toEqual([]);
  });

  it('takes entries that could not be read at first by the balances, and sums that are taken off', () => {
    const day = statement({ days: ['05', '05'], balances: ['0.00', '300.00'], credits: ['100.00'] });
    expect(differences([day], kept([['05', '100.00']]))).toEqual([['05', '05', '200.00']]);
    const corrected = kept([
      ['05', '100.00'],
      ['05', '200.00'],
    ]);
    expect(differences([day], corrected)).toEqual([]);
    const again = { ...(corrected[0] as DayRowSum), count: 1 };
    expect(differences([day], [...corrected, again])).toEqual([['05', '05', '-100.00']]);
    expect(differences([day], [...corrected, again, { ...again, count: -1, sum: '-100.00' }])).toEqual([]);
  });

  it('puts rows dated by value on the days of their statements', () => {
    const day = statement({ days: ['05', '06'], balances: ['0.00', '3.00'], credits: ['1.00', '2.00'] });
    const byValue = kept([
      ['03', '1.00'],
      ['06', '2.00'],
    ]);
    expect(differences([day], onStatementDays(byValue, [day]))).toEqual([]);
    expect(onStatementDays(kept([['03', '1.00']], 'BAT-9'), [day])[0]?.date).toBe(april('03'));
  });
});
