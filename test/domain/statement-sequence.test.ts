import { describe, expect, it } from 'vitest';
import { type StatementSpan, sequenceFault } from '../../src/domain/statement-sequence.ts';
import { day } from './loan-builders.ts';

function span(first: string, last: string, opening: string, closing: string): StatementSpan {
  return { firstDate: day(first), lastDate: day(last), opening, closing };
}

const MONDAY = span('2026-06-01', '2026-06-01', '1000.00', '1500.00');
const TUESDAY = span('2026-06-02', '2026-06-02', '1500.00', '1400.00');

/** The fault's code, null when there is none. */
function codeOf(next: StatementSpan, ...imported: readonly StatementSpan[]): string | null {
  return sequenceFault(next, imported)?.code ?? null;
}

describe('sequenceFault', () => {
  it('lets the first one and those that follow pass, also on the same day', () => {
    expect(codeOf(MONDAY)).toBeNull();
    expect(codeOf(TUESDAY, MONDAY)).toBeNull();
    expect(codeOf(span('2026-06-01', '2026-06-01', '1500', '1600'), MONDAY)).toBeNull();
  });

  it('knows one again, however many came after it', () => {
    expect(codeOf({ ...MONDAY, opening: '1000' }, MONDAY, TUESDAY)).toBeNull();
  });

  it('tells a gap with what moved in it', () => {
    const fault = sequenceFault(span('2026-06-03', '2026-06-03', '1410.50', '1.00'), [TUESDAY, MONDAY]);
    expect(fault?.code).toBe('statement_gap');
    expect(fault?.message).toContain('1410.50');
    expect(fault?.message).toContain('1400.00');
    expect(fault?.message).toContain('10.50 moved');
    expect(sequenceFault(span('2026-06-03', '2026-06-03', '-5', '1'), [TUESDAY])?.message).toContain(
      '-1405.00',
    );
  });

  it('tells an overlap', () => {
    expect(codeOf(span('2026-06-01', '2026-06-03', '1200.00', '1400.00'), MONDAY, TUESDAY)).toBe(
      'statement_overlap',
    );
    expect(codeOf({ ...TUESDAY, closing: '1300.00', opening: '1400.01' }, TUESDAY)).toBe('statement_overlap');
  });

  it('tells one that comes late', () => {
    expect(codeOf(MONDAY, TUESDAY)).toBe('statement_out_of_order');
  });
});
