import { describe, expect, it } from 'vitest';
import { moved, readStatements } from './read-statements.ts';

describe('MT942', () => {
  const report = (total: string) =>
    [
      ':20:X',
      ':25:EG12',
      ':28C:1/1',
      ':34F:EGP0,',
      ':13D:2609021200+0200',
      ':61:2609020902C250,00NTRFLN-7',
      ':61:2609020902D50,00NTRFLN-8',
      `:90C:1EGP${total}`,
      ':90D:1EGP50,00',
      '-',
    ].join('\n');

  it('is read as intraday, in the currency of its floor limit', async () => {
    const { format, rows, warnings, begins, faults } = await readStatements(report('250,00'));
    expect(format).toBe('mt942');
    expect(begins).toMatchObject([{ intraday: true, currency: 'EGP' }]);
    expect(moved(rows)).toEqual(['250.00 2026-09-02', '-50.00 2026-09-02']);
    expect(warnings.map(({ code }) => code)).toEqual(['intraday']);
    expect(faults).toEqual([]);
  });

  it('that contradicts its own total posts nothing', async () => {
    const { faults } = await readStatements(report('250,01'));
    expect(faults).toMatchObject([
      { scope: 'file', code: 'control_total', column: ':90C:', value: '250.01' },
    ]);
  });

  it('has expected entries that are pending', async () => {
    const { rows } = await readStatements(report('250,00').replace('0902C250', '0902EC250'));
    expect(rows.map(({ status }) => status)).toEqual(['pending', 'booked']);
  });
});
