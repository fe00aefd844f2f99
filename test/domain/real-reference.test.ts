import { describe, expect, it } from 'vitest';
import { foldReference, isRealReference } from '../../src/domain/real-reference.ts';

describe('a real reference', () => {
  it.each(['FT0001', '302388292000011111111111111', 'R1', '7', 'LN-7K3QX9B23', 'تحويل 55', 'TRF-2026/001'])(
    'is %s',
    (text) => {
      expect(isRealReference(text)).toBe(true);
    },
  );

  it.each([
    ...[
      '',
      ' ',
      '-',
      '--',
      '—',
      '...',
      '0',
      '000000',
      '0.00',
      'N/A',
      'n.a.',
      'NA',
      'none',
      'NULL',
      'NOREF',
      'NONREF',
    ],
    ...[
      'NOTPROVIDED',
      'Not Provided',
      'لا يوجد',
      'لا  يوجد',
      'TRANSFER',
      'InstaPay',
      'Cash Deposit',
      'تحويل',
      'حوالة',
      'xxx',
    ],
  ])('is not "%s"', (text) => {
    expect(isRealReference(text)).toBe(false);
  });

  it('is one however it is spelled', () => {
    expect(foldReference('ft-0001 ')).toBe(foldReference('FT 0001'));
    expect(foldReference('FT٠٠٠١')).toBe('ft0001');
    expect(foldReference('حوالة-٥')).toBe(foldReference('حواله 5'));
  });
});
