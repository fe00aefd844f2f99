import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type CalendarDate } from '../../src/domain/dates.ts';
import { loanAccountAt } from '../../src/domain/loan-account.ts';
import { piastres } from '../../src/domain/money.ts';
import {
  type StatementFacts,
  type StatementLine,
  statementFrom,
  statementLines,
} from '../../src/domain/statement.ts';
import { day, disbursementFact, egp, SERVICING, termsOf } from './loan-builders.ts';

const START = day('2026-02-01');
const LOAN = termsOf('1000', '12', 6);
const BOOKED = '2026-02-01T12:00:00.000Z';

function payment(
  order: number,
  date: string,
  amount: string,
  reversed = false,
): StatementFacts['payments'][number] {
  return {
    paymentId: `PAY-${order}`,
    amountPiastres: egp(amount),
    paymentDate: day(date),
    order,
    bookedAt: BOOKED,
    paymentReference: order % 2 === 0 ? `FT-${order}` : null,
    reversal: reversed ? { reversedOn: day('2026-05-01'), reversedAt: '2026-05-01T12:00:00.000Z' } : null,
  };
}

function disbursement(order: number, date: string, amount: string, failedOn?: string) {
  const outcome =
    failedOn === undefined
      ? null
      : { outcome: 'failed' as const, date: day(failedOn), decidedAt: `${failedOn}T12:00:00.000Z` };
  return { ...disbursementFact(date, egp(amount), order), registeredAt: BOOKED, outcome, completion: null };
}

type Facts = StatementFacts & { payments: readonly ReturnType<typeof payment>[] };

function facts(more: Partial<Facts> = {}): Facts {
  return {
    disbursements: [disbursement(1, START, '1000')],
    payments: [],
    writeOffs: [],
    refunds: [],
    ...more,
  };
}

function linesOf(given: Facts, asOf: CalendarDate): StatementLine[] {
  const account = loanAccountAt(
    { loan: LOAN, closure: null, undrawnCancellations: [], ...given },
    asOf,
    SERVICING,
  );
  return statementLines(given, account.state.splits, asOf);
}

function told(lines: readonly StatementLine[]): string[] {
  return lines.map((line) => {
    const { valueDate, kind, reference, debitPiastres, creditPiastres, balancePiastres, reversed } = line;
    return `${valueDate} ${kind} ${reference} ${debitPiastres} ${creditPiastres} ${balancePiastres}${reversed ? ' reversed' : ''}`;
  });
}

describe('a statement', () => {
  it('puts the interest a payment paid before it, so that the balance is the principal owed', () => {
    const given = facts({ payments: [payment(3, '2026-03-01', '110'), payment(2, '2026-02-01', '100')] });
    expect(told(linesOf(given, day('2026-03-02')))).toEqual([
      '2026-02-01 disbursement DSB-1 100000 0 100000',
      '2026-02-01 payment PAY-2 0 10000 90000',
      '2026-03-01 interest PAY-3 900 0 90900',
      '2026-03-01 payment PAY-3 0 11000 79900',
    ]);
    expect(linesOf(given, day('2026-02-20')).map(({ paymentReference }) => paymentReference)).toEqual([
      null,
      'FT-2',
    ]);
  });

  it('keeps what was reversed or failed in view, adding up to nothing', () => {
    const given = facts({
      disbursements: [
        disbursement(1, START, '600'),
        disbursement(4, '2026-02-10', '400', '2026-02-12'),
        // Failed before its day: no money ever counted.
        disbursement(5, '2026-03-10', '400', '2026-02-12'),
      ],
      payments: [payment(2, '2026-02-15', '605', true), payment(6, '2026-03-01', '6')],
    });
    const lines = linesOf(given, day('2026-04-01'));
    expect(told(lines)).toEqual([
      '2026-02-01 disbursement DSB-1 60000 0 60000',
      '2026-02-10 disbursement DSB-4 40000 0 100000 reversed',
      '2026-02-10 failure DSB-4 0 40000 60000 reversed',
      '2026-02-15 payment PAY-2 0 60500 -500 reversed',
      '2026-02-15 reversal PAY-2 60500 0 60000 reversed',
      '2026-03-01 interest PAY-6 600 0 60600',
      '2026-03-01 payment PAY-6 0 600 60000',
    ]);
    expect(lines[2]?.bookedAt).toBe('2026-02-12T12:00:00.000Z');
    expect(lines[4]?.bookedAt).toBe('2026-05-01T12:00:00.000Z');
  });

  it('counts a payout made by hand from its day to the day it came back', () => {
    const byHand = {
      ...disbursement(3, '2026-02-10', '400', '2026-02-20'),
      settlement: 'manual' as const,
      completion: { date: day('2026-02-12'), decidedAt: '2026-02-12T12:00:00.000Z' },
    };
    const given = facts({ disbursements: [disbursement(1, START, '600'), byHand] });
    const [, out, back] = linesOf(given, day('2026-03-01'));
    expect(told([out!, back!])).toEqual([
      '2026-02-12 disbursement DSB-3 40000 0 100000 reversed',
      '2026-02-12 failure DSB-3 0 40000 60000 reversed',
    ]);
    expect([out?.bookedAt, back?.bookedAt]).toEqual(['2026-02-12T12:00:00.000Z', '2026-02-20T12:00:00.000Z']);
  });

  it('shows what is written off and paid out again', () => {
    const given = facts({
      writeOffs: [
        {
          writeOffId: 'W/1',
          writtenOffOn: START,
          amountPiastres: egp('1000'),
          order: 2,
          bookedAt: BOOKED,
          reversal: { reversedOn: day('2026-03-01'), reversedAt: BOOKED },
        },
        {
          writeOffId: 'W/2',
          writtenOffOn: START,
          amountPiastres: egp('1000'),
          order: 3,
          bookedAt: BOOKED,
          reversal: null,
        },
      ],
      refunds: [
        {
          refundId: 'RFD-1',
          refundDate: day('2026-03-01'),
          amountPiastres: egp('5'),
          order: 4,
          bookedAt: BOOKED,
        },
      ],
    });
    expect(told(linesOf(given, day('2026-03-01')))).toEqual([
      '2026-02-01 disbursement DSB-1 100000 0 100000',
      '2026-02-01 write_off W/1 0 100000 0 reversed',
      '2026-02-01 reversal W/1 100000 0 100000 reversed',
      '2026-02-01 write_off W/2 0 100000 0',
      '2026-03-01 refund RFD-1 500 0 500',
    ]);
  });

  it('from a date on begins with what stood before', () => {
    const given = facts({ payments: [payment(2, '2026-02-10', '100'), payment(3, '2026-03-10', '100')] });
    const lines = linesOf(given, day('2026-04-01'));
    expect(told(statementFrom(lines, day('2026-03-10')))[0]).toMatch(/^2026-03-10 opening null 0 0 90\d+$/);
    expect(statementFrom(lines, day('2026-03-10'))).toHaveLength(3);
    expect(statementFrom(lines, day('2026-03-11')).map(({ balancePiastres }) => balancePiastres)).toEqual([
      lines.at(-1)?.balancePiastres,
    ]);
    expect(told(statementFrom([], START))).toEqual(['2026-02-01 opening null 0 0 0']);
    expect(statementFrom(lines, day('2025-01-01')).slice(1)).toEqual(lines);
  });

  it('carries every balance from the one before, and ends at what the account owes', () => {
    const booked = fc.record({
      days: fc.nat({ max: 150 }),
      amount: fc.integer({ min: 1, max: 30_000 }),
      reversed: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(booked, { maxLength: 6 }),
        fc.nat({ max: 200 }),
        fc.nat({ max: 200 }),
        (rows, end, from) => {
          const payments = rows.map(({ days, amount, reversed }, index) => ({
            ...payment(index + 2, addDays(START, days), '1', reversed),
            amountPiastres: piastres(amount),
          }));
          const asOf = addDays(START, end);
          const given = facts({ payments });
          const account = loanAccountAt(
            { loan: LOAN, closure: null, undrawnCancellations: [], ...given },
            asOf,
            SERVICING,
          );
          fc.pre(account.state.fault === null);
          const lines = statementLines(given, account.state.splits, asOf);
          for (const shown of [lines, statementFrom(lines, addDays(START, from))]) {
            let balance = shown[0]?.kind === 'opening' ? shown[0].balancePiastres : 0;
            for (const line of shown) {
              balance = piastres(balance + line.debitPiastres - line.creditPiastres);
              expect(line.balancePiastres).toBe(balance);
            }
          }
          // What was paid beyond all that was owed is credit, so the bank owes it.
          const owed = account.outstandingPiastres - account.creditBalancePiastres;
          expect(lines.at(-1)?.balancePiastres).toBe(owed);
        },
      ),
      { numRuns: 300 },
    );
  });
});
