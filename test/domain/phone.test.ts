import { describe, expect, it } from 'vitest';
import { maskedPhone } from '../../src/domain/phone.ts';
import { phoneDigits, searchedPhoneDigits } from '../../src/domain/phone-digits.ts';

describe('a phone number', () => {
  it.each([
    ['+201001234567', '+20 1•• ••• •567'],
    ['201001234567', '+20 1•• ••• •567'],
    ['+20 (100) 123-4567', '+20 1•• ••• •567'],
    ['٠١٠٠١٢٣٤٥٦٧', '01••••••567'],
    ['+۲۰۱۰۰۱۲۳۴۵۶۷', '+20 1•• ••• •567'],
    ['01001234567', '01••••••567'],
    ['+447700900123', '+44•••••••123'],
    ['1234567', '•••••••'],
    ['', ''],
    ['none', ''],
  ])('%j is shown as %j', (phone, masked) => {
    expect(maskedPhone(phone)).toBe(masked);
  });

  it.each([
    ['+20 100-123', '20100123'],
    ['٠١٠٠', '0100'],
    ['x', ''],
  ])('%j has the digits %j', (phone, digits) => {
    expect(phoneDigits(phone)).toBe(digits);
  });

  it.each([
    ['0100 123', '0100123'],
    ['(010)', '010'],
    ['U-100', null],
    ['+', null],
    ['', null],
  ])('is searched for by %j as %j', (search, digits) => {
    expect(searchedPhoneDigits(search)).toBe(digits);
  });
});
