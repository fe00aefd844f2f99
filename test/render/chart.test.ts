import { describe, expect, it } from 'vitest';
import { chartText } from '../../src/render/chart.ts';
import { textWidth } from '../../src/render/text-width.ts';

const chart = (...amounts: readonly number[]) => ({
  title: 'Sales a month',
  points: amounts.map((amount, at) => ({ label: `2026-0${at + 1}`, amount })),
});

describe('a chart', () => {
  it('draws bars to an eighth of a cell, the longest for the largest', () => {
    expect(
      chartText(chart(1000, 500, 0.01, 0, 12.5), { widthCells: 39, drawings: true }).split('\n'),
    ).toEqual([
      '2026-01  ████████████████████  1,000.00',
      '2026-02  ██████████              500.00',
      '2026-03  ▏                         0.01',
      '2026-04                            0.00',
      '2026-05  ▎                        12.50',
    ]);
  });

  it('is never wider than the line, and gives up its bars before its figures', () => {
    for (const widthCells of [20, 30, 40, 80, 200]) {
      const lines = chartText(chart(123_456_789.5, 1), { widthCells, drawings: true }).split('\n');
      expect(lines.every((line) => textWidth(line) <= Math.max(widthCells, 24))).toBe(true);
      expect(lines[0]).toContain('123,456,789.50');
    }
  });

  it('says the same in words where nothing is to be drawn', () => {
    expect(chartText(chart(1000, 20), { widthCells: 80, drawings: false })).toBe(
      '2026-01  1,000.00\n2026-02     20.00',
    );
    expect(chartText(chart(0, 0), { widthCells: 39, drawings: true })).not.toMatch(/[█▏]/);
    expect(chartText(chart(), { widthCells: 80, drawings: true })).toBe('Nothing to draw.');
  });
});
