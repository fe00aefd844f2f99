import { describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { textOfUnits, unitsOf } from '../../src/domain/decimal-units.ts';
import { isCovered, type StatementMovements, statementOverlap } from '../../src/domain/statement-overlap.ts';

/** A statement of days of a month: what moved, below zero when it went out. */
function movements(days: string, opening: string, ...moved: readonly string[]): StatementMovements {
  const [first, last = first] = days.split('-');
  const total = (some: readonly string[]) => some.reduce((sum, amount) => sum + unitsOf(amount), 0n);
  const credits = moved.filter((amount) => !amount.startsWith('-'));
  const debits = moved.filter((amount) => amount.startsWith('-'));
  return {
    opening,
    closing: textOfUnits(unitsOf(opening) + total(moved)),
    firstDate: `2026-04-${first}` as CalendarDate,
    lastDate: `2026-04-${last}` as CalendarDate,
    creditCount: credits.length,
    creditSum: textOfUnits(total(credits)),
    debitCount: debits.length,
    debitSum: textOfUnits(-total(debits)),
  };
}

/** How a statement overlaps one before. */
function overlap(read: readonly [string, string, ...string[]], before: StatementMovements): string {
  const [days, opening, ...moved] = read;
  const balances = () => {
    let balance = unitsOf(opening);
    return new Set([balance, ...moved.map((amount) => (balance += unitsOf(amount)))]);
  };
  return statementOverlap({ ...movements(days, opening, ...moved), balances }, before);
}

describe('two statements of an account', () => {
  const before = movements('10', '1000.00', '100.00', '-20.00');

  it('are the same with the same days, balances and sums', () => {
    expect(overlap(['10', '1000.00', '-20.00', '100.00'], before)).toBe('same');
    expect(overlap(['10', '1000.00', '-30.00', '110.00'], before)).toBe('perhaps');
  });

  it('may tell of the same rows where one begins or ends within the other', () => {
    expect(overlap(['10', '1000.00', '100.00', '-20.00', '5.00'], before)).toBe('perhaps');
    expect(overlap(['09-10', '990.00', '10.00', '100.00', '-20.00'], before)).toBe('perhaps');
    expect(overlap(['10', '1100.00', '-20.00', '7.00'], before)).toBe('perhaps');
    expect(overlap(['10', '900.00', '100.00', '100.00'], before)).toBe('perhaps');
  });

  it('may tell of the same rows where one lies within the days of the other', () => {
    const week = movements('08-12', '1000.00', '100.00', '-20.00', '300.00', '-1.00');
    expect(overlap(['10', '1080.00', '300.00'], week)).toBe('perhaps');
    expect(overlap(['10', '1080.00', '500.00'], week)).toBe('apart');
    expect(overlap(['12', '1180.00', '300.00'], week)).toBe('apart');
    expect(overlap(['12', '1380.00', '-1.00'], week)).toBe('perhaps');
  });

  it('are apart where one goes on from the other, whichever was imported first', () => {
    expect(overlap(['10', '1080.00', '100.00', '-20.00'], before)).toBe('in_turn');
    expect(overlap(['10', '980.00', '100.00', '-80.00'], before)).toBe('in_turn');
  });

  it('are apart where they have no balance in common', () => {
    expect(overlap(['10-11', '1300.00', '100.00', '-20.00'], before)).toBe('apart');
    expect(overlap(['10', '1050.00', '100.00', '-20.00'], before)).toBe('apart');
    // Behind a gap, and not as many as the other has.
    expect(overlap(['10', '1230.00', '100.00'], movements('10', '1000.00', '100.00', '250.00'))).toBe(
      'apart',
    );
  });

  it('may overlap where one does not add up', () => {
    const untied = { ...before, creditSum: '90.00' };
    expect(overlap(['10', '1300.00', '100.00', '-20.00'], untied)).toBe('perhaps');
    expect(overlap(['10', '1080.00', '100.00', '-20.00'], untied)).toBe('in_turn');
  });

  it('may overlap where one comes to nothing, and ends as it begins', () => {
    const swept = movements('10', '0.00', '100.00', '-100.00');
    expect(overlap(['10-12', '0.00', '100.00', '-100.00', '5.00', '-5.00'], swept)).toBe('perhaps');
    expect(overlap(['06-10', '0.00', '7.00', '-7.00', '100.00', '-100.00'], swept)).toBe('perhaps');
    expect(overlap(['10', '1200.00', '100.00', '-100.00'], movements('10', '1200.00', '100.00'))).toBe(
      'perhaps',
    );
  });
});

describe('a statement is covered by those imported before', () => {
  const day10 = movements('10', '1000.00', '100.00', '-20.00');
  const day11 = movements('11', '1080.00', '5.00');
  it.each<[string, boolean, StatementMovements, StatementMovements[]]>([
    ['the same', true, day10, [day10]],
    ['none before', false, day10, []],
    ['a quiet day after', false, movements('12', '1085.00'), [day10, day11]],
    ['a quiet day again', true, movements('12', '1085.00'), [day10, movements('12', '1085.00')]],
    [
      'a quiet day of a longer one',
      true,
      movements('11', '1000.00'),
      [movements('10-12', '1000.00', '1.00')],
    ],
    ['a part of the same day', true, movements('10', '1000.00', '100.00'), [day10]],
    ['the day grown', false, movements('10', '1000.00', '100.00', '-20.00', '7.00'), [day10]],
    ['the evening after a morning', false, movements('10', '1080.00', '7.00'), [day10]],
    ['days told one by one', true, movements('10-11', '1000.00', '100.00', '-20.00', '5.00'), [day11, day10]],
    ['days of which one is missing', false, movements('10-11', '1000.00', '85.00'), [day10]],
  ])('%s: %s', (_what, covered, read, before) => {
    expect(isCovered(read, before)).toBe(covered);
  });
});
