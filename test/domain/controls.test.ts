import { describe, expect, it } from 'vitest';
import { authorityKind, bandFor, fourEyesKind } from '../../src/domain/controls.ts';
import type { Piastres } from '../../src/domain/money.ts';

const band = (up_to: unknown, roles: unknown = ['officer'], approvals: unknown = 1) => ({
  up_to,
  roles,
  approvals,
});
const LAST = band(null, ['admin'], 2);

describe('the actions that need a second person', () => {
  it('are typed with commas and kept in the order of the rules', () => {
    const read = fourEyesKind.read('cancel, decision,disbursement,decision');
    expect(read).toEqual(['decision', 'disbursement', 'cancel']);
    expect(fourEyesKind.read(fourEyesKind.keep(read ?? []))).toEqual(read);
    expect(fourEyesKind.read('none')).toEqual([]);
  });

  it.each(['', 'decisions', 'decision,,cancel', 'all', 'Decision'])('are not %j', (text) => {
    expect(fourEyesKind.read(text)).toBeUndefined();
  });
});

describe('bands of authority', () => {
  it('are read from JSON and kept with their amounts as decimal text', () => {
    const text = JSON.stringify([band(50_000, ['admin', 'officer']), band('1000000.50'), LAST]);
    const bands = authorityKind.read(text);
    expect(bands).toEqual([
      { upToPiastres: 5_000_000, roles: ['officer', 'admin'], approvals: 1 },
      { upToPiastres: 100_000_050, roles: ['officer'], approvals: 1 },
      { upToPiastres: null, roles: ['admin'], approvals: 2 },
    ]);
    const kept = authorityKind.keep(bands ?? []);
    expect(kept).toMatchObject([{ up_to: '50000.00' }, { up_to: '1000000.50' }, { up_to: null }]);
    expect(authorityKind.read(kept)).toEqual(bands);
    expect(authorityKind.read('none')).toEqual([]);
    expect(authorityKind.read('[]')).toEqual([]);
  });

  it.each([
    ['no JSON', '50000'],
    ['no list', '{}'],
    ['without a last band', [band(50_000)]],
    ['falling', [band(50_000), band(40_000), LAST]],
    ['equal', [band(50_000), band(50_000), LAST]],
    ['the last first', [LAST, band(50_000)]],
    ['two without a limit', [LAST, LAST]],
    ['of three decimals', [band('1.005'), LAST]],
    ['of nothing', [band(0), LAST]],
    ['without roles', [band(null, [])]],
    ['of roles that decide nothing', [band(null, ['reader'])]],
    ['without approvals', [band(null, ['admin'], 0)]],
    ['of too many approvals', [band(null, ['admin'], 10)]],
    ['of half an approval', [band(null, ['admin'], 1.5)]],
    ['with an unknown field', [{ ...LAST, from: 1 }]],
    ['without a field', [{ roles: ['admin'], approvals: 1 }]],
  ])('are not %s', (_what, value) => {
    expect(authorityKind.read(typeof value === 'string' ? value : JSON.stringify(value))).toBeUndefined();
  });

  it('hold up to their amount, to the piastre', () => {
    const bands = authorityKind.read(JSON.stringify([band(50_000), LAST])) ?? [];
    expect(bandFor(bands, 5_000_000 as Piastres)?.approvals).toBe(1);
    expect(bandFor(bands, 5_000_001 as Piastres)?.approvals).toBe(2);
    expect(bandFor([], 1 as Piastres)).toBeNull();
  });
});
