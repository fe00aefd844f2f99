import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { reconcile } from '../../src/domain/reconciliation.ts';
import { chainStatements, type ImportedStatement } from '../../src/domain/statement-chain.ts';

/** A statement from one day of April to another. */
function statement(
  days: readonly [string, string] | null,
  opening: string | null,
  closing: string | null,
  [creditSum, debitSum]: readonly [string, string] = ['0.00', '0.00'],
): ImportedStatement {
  const [firstDate, lastDate] = (days ?? [null, null]).map((day) =>
    day === null ? null : (`2026-04-${day}` as CalendarDate),
  ) as [CalendarDate | null, CalendarDate | null];
  return { firstDate, lastDate, opening, closing, creditCount: 1, creditSum, debitCount: 1, debitSum };
}

describe('a chain of statements', () => {
  it('puts several of one day so that each opens with what the one before closed with, however they came', () => {
    const day = [
      statement(['05', '05'], '0.00', '10.00'),
      statement(['05', '05'], '10.00', '25.00'),
      statement(['05', '05'], '25.00', '7.50'),
      statement(['06', '06'], '7.50', '8.00'),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(day, { minLength: day.length }), (shuffled) => {
        expect(chainStatements(shuffled, null)).toMatchObject({ opening: '0.00', closing: '8.00', gaps: [] });
      }),
    );
  });

  it('misses nothing where statements overlap, and cannot add up what they say then', () => {
    const chain = chainStatements(
      [statement(['01', '10'], '0.00', '100.00'), statement(['05', '15'], '40.00', '130.00')],
      null,
    );
    expect(chain).toMatchObject({ opening: '0.00', closing: '130.00', gaps: [], statedUnits: null });
  });

  it('looks behind the first, passes over one without dates, and says nothing of unknown balances', () => {
    const earlier = statement(['01', '02'], '0.00', '5.00');
    const first = statement(['04', '04'], '7.00', '9.00');
    expect(chainStatements([first], earlier).gaps).toEqual([
      { after: '2026-04-02', before: '2026-04-04', closing: '5.00', opening: '7.00', missing: '2.00' },
    ]);
    expect(chainStatements([first, statement(null, '1.00', '1.00')], null)).toMatchObject({
      count: 2,
      gaps: [],
    });
    expect(chainStatements([statement(['05', '05'], null, null)], first)).toMatchObject({
      opening: null,
      closing: null,
      gaps: [],
    });
    expect(chainStatements([], earlier)).toMatchObject({ count: 0, firstDate: null, closing: null });
  });

  it('holds the rows against what statements without balances say moved', () => {
    const chain = chainStatements([statement(['05', '06'], null, null, ['30.00', '4.00'])], null);
    const row = { outcome: 'not_a_repayment', count: 1 } as const;
    const rows = [
      { ...row, direction: 'credit', sum: '29.00' },
      { ...row, direction: 'debit', sum: '4.00' },
    ] as const;
    const sides = { chain, rows, rowsBefore: [], rowsAfter: [], held: [] };
    expect(reconcile(sides)).toMatchObject({ opening: null, closing: null, difference: '1.00' });
    const unknown = { ...sides, chain: { ...chain, statedUnits: null } };
    expect(reconcile(unknown).difference).toBeNull();
  });
});
