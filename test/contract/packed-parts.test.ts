import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PackedParts } from '../../src/contract/packed-parts.ts';
import { PackedTexts } from '../../src/contract/packed-texts.ts';
import { canonicalPart } from '../../src/contract/schemas/payment-batches.ts';

const text = fc.oneof(fc.string(), fc.constantFrom('', '0', '[', 'سداد القسط', 'a\nb', '"', 'FT1'));
const told = fc.option(text);
const stated = fc.option(fc.record({ amount: fc.constant('10.50'), currency: fc.constant('USD') }));

const row = fc.record({
  kind: fc.constant('row' as const),
  statement: fc.nat(),
  line: fc.nat(),
  place: told,
  direction: fc.constantFrom('credit' as const, 'debit' as const),
  status: fc.constantFrom('booked' as const, 'pending' as const, 'info' as const, 'failed' as const),
  returned: fc.option(
    fc.record({ of: fc.constantFrom('credit' as const, 'debit' as const), reference: told }),
  ),
  amount: fc.constantFrom('0.00', '12.30', '99999999999.99'),
  currency: fc.constantFrom('EGP', 'USD'),
  booking_date: fc.constantFrom('2026-01-31', '2026-02-01'),
  date_from: fc.constantFrom('booking' as const, 'value' as const, 'closing' as const),
  value_date: fc.option(fc.constant('2026-02-02')),
  bank_reference: told,
  entry_reference: told,
  customer_reference: told,
  end_to_end_id: told,
  loan: told,
  method: told,
  text: told,
  payer_account: told,
  payer_phone: told,
  payer_name: told,
  balance: told,
  other_text: told,
  payment_id: told,
  charges: stated,
  instructed: stated,
  undivided: told,
});
const warning = fc.record({
  kind: fc.constant('warning' as const),
  statement: fc.nat(),
  line: fc.option(fc.nat()),
  code: text,
  message: text,
});

describe('the packed parts of a file', () => {
  it('give back every part as it was, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: row }, warning), { maxLength: 40 }), (some) => {
        // More than are packed together, some of them still open.
        const parts = Array.from({ length: some.length * 16 }, (_, at) => some[at % some.length] as never);
        const packed = PackedParts.of(parts);
        expect(packed.length).toBe(parts.length);
        expect([...packed]).toEqual(parts);
        for (let at = parts.length - 1; at >= 0; at -= 7) {
          expect(packed.at(at)).toEqual(parts[at]);
          expect(packed.isRow(at)).toBe((parts[at] as unknown as { kind: string }).kind === 'row');
        }
      }),
      { numRuns: 50 },
    );
  });

  it('has null for what a row leaves out, which the schema takes for the same', () => {
    const packed = new PackedParts();
    const left = {
      kind: 'row',
      statement: 1,
      line: 2,
      direction: 'credit',
      status: 'booked',
      amount: '1.00',
      currency: 'EGP',
      booking_date: '2026-01-31',
      date_from: 'booking',
    } as const;
    packed.push(left);
    expect(packed.at(0)).toMatchObject({ ...left, loan: null, returned: null, value_date: null });
    expect(canonicalPart.safeParse(packed.at(0)).success).toBe(true);
    expect(PackedParts.of(packed)).toBe(packed);
  });
});

describe('packed texts', () => {
  it('throw where there is none, and answer a lone surrogate with what stands for a letter that is none', () => {
    const texts = new PackedTexts();
    for (let at = 0; at < 300; at++) texts.push(at === 7 ? '\ud800' : `${at}`);
    expect(texts.at(7)).toBe('\ufffd');
    expect(texts.at(299)).toBe('299');
    expect(() => texts.at(300)).toThrow(RangeError);
  });
});
