import { describe, expect, it } from 'vitest';
import { parseBankAccount } from '../../src/domain/account-number.ts';
import { isRefusal } from '../../src/domain/refusal.ts';

/** Whether the account is refused, with the right code. */
function refused(text: string, method: 'bank_transfer' | 'wallet' | 'check'): boolean {
  const parsed = parseBankAccount(text, method);
  if (isRefusal(parsed)) expect(parsed.code).toBe('invalid_bank_account');
  return isRefusal(parsed);
}

describe('parseBankAccount', () => {
  it('takes account numbers and drops spaces', () => {
    expect(parseBankAccount('1000 2345 678', 'bank_transfer')).toBe('10002345678');
    expect(parseBankAccount('12345', 'bank_transfer')).toBe('12345');
    expect(parseBankAccount('abc99', 'bank_transfer')).toBe('abc99');
  });

  it('checks what starts like an IBAN', () => {
    const iban = 'EG380019000500000000263180002';
    expect(parseBankAccount('EG38 0019 0005 0000 0000 2631 8000 2', 'bank_transfer')).toBe(iban);
    expect(parseBankAccount(iban.toLowerCase(), 'bank_transfer')).toBe(iban);
    for (let place = 4; place < iban.length; place += 1) {
      const digit = (Number(iban[place]) + 1) % 10;
      expect(refused(iban.slice(0, place) + digit + iban.slice(place + 1), 'bank_transfer')).toBe(true);
    }
  });

  it('refuses what is too short, too long or no letters and digits', () => {
    for (const text of ['1234', '1'.repeat(35), '', '12-345', 'حساب1234', '1234\t5', '123ß4']) {
      expect(refused(text, 'bank_transfer')).toBe(true);
    }
  });

  it('takes any 1 to 64 characters for a wallet or a check, but no control characters', () => {
    expect(parseBankAccount(' 0100-123 4567 ', 'wallet')).toBe('0100-123 4567');
    expect(parseBankAccount('شيك رقم 12', 'check')).toBe('شيك رقم 12');
    for (const text of ['', '  ', 'x'.repeat(65), 'a\u0007b', 'a\u202eb'])
      expect(refused(text, 'check')).toBe(true);
  });
});
