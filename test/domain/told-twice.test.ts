import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../src/domain/dates.ts';
import type { Piastres } from '../../src/domain/money.ts';
import { type Comparable, toldTwice } from '../../src/domain/told-twice.ts';

const one = (amount: number, day: string, paymentReference: string | null): Comparable => ({
  amountPiastres: amount as Piastres,
  paymentDate: `2026-04-${day}` as CalendarDate,
  paymentReference,
});

describe('money told twice', () => {
  it('a payment with the reference of a row is its own, whatever the order; the others go by amount and date', () => {
    const payments = [one(100, '10', 'A'), one(100, '10', 'B'), one(100, '11', 'C')];
    const told = toldTwice([one(100, '10', 'X'), one(100, '10', 'A'), one(100, '10', null)], payments);
    expect(told).toEqual([
      { payment: payments[1], isSameReference: false },
      { payment: payments[0], isSameReference: true },
      null,
    ]);
  });

  it('a reference alone says nothing', () => {
    expect(toldTwice([one(100, '10', 'A'), one(200, '11', 'A')], [one(200, '10', 'A')])).toEqual([
      null,
      null,
    ]);
  });

  it('every payment stands for one equal row at most, and no equal row is left while one is free', () => {
    const some = fc.array(
      fc.record({
        amountPiastres: fc.constantFrom(1, 2),
        paymentDate: fc.constantFrom('2026-04-10', '2026-04-11'),
        paymentReference: fc.constantFrom('A', 'B', null),
      }),
      { maxLength: 12 },
    );
    const content = ({ amountPiastres, paymentDate }: Comparable) => `${amountPiastres} ${paymentDate}`;
    fc.assert(
      fc.property(some, some, (rows, payments) => {
        const told = toldTwice(rows as Comparable[], payments as Comparable[]);
        const used = told.flatMap((found) => found?.payment ?? []);
        expect(new Set(used).size).toBe(used.length);
        told.forEach((found, at) => {
          const row = rows[at] as Comparable;
          if (found !== null) {
            expect(content(found.payment)).toBe(content(row));
            const isSame = found.payment.paymentReference === row.paymentReference;
            expect(found.isSameReference).toBe(isSame && row.paymentReference !== null);
          } else {
            const left = (payments as Comparable[]).filter((payment) => !used.includes(payment));
            expect(left.map(content)).not.toContain(content(row));
          }
        });
      }),
    );
  });

  it('takes many equal rows in little time', () => {
    const many = Array.from({ length: 50_000 }, (_, at) => one(100, '10', `${at % 7}`));
    expect(toldTwice(many, [...many].reverse()).every((found) => found !== null)).toBe(true);
  });
});
