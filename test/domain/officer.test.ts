import { describe, expect, it } from 'vitest';
import { checkOfficer, foldEmail, looksLikeEmail, passwordFault } from '../../src/domain/officer.ts';
import { isRefusal } from '../../src/domain/refusal.ts';

const GOOD = {
  email: ' Mona@Bank.example ',
  name: 'منى',
  roles: ['servicing', 'officer'],
  password: 'long enough!',
};

describe('an officer', () => {
  it('has a trimmed e-mail, sorted roles, and is a person unless it is a machine', () => {
    expect(checkOfficer(GOOD)).toEqual({
      email: 'Mona@Bank.example',
      name: 'منى',
      roles: ['officer', 'servicing'],
      kind: 'person',
    });
    expect(checkOfficer({ ...GOOD, system: true })).toMatchObject({ kind: 'machine' });
    expect(checkOfficer({ ...GOOD, roles: ['admin', 'admin'] })).toMatchObject({ roles: ['admin'] });
  });

  it.each([
    [{ email: 'mona' }, 'email'],
    [{ email: 'mona@bank@x' }, 'email'],
    [{ email: 'mo na@bank' }, 'email'],
    [{ email: `${'m'.repeat(250)}@bank` }, 'email'],
    [{ name: '' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ roles: 'officer' }, 'roles'],
    [{ roles: ['officer', 1] }, 'roles'],
    [{ system: 'yes' }, 'system'],
    [{ password: 7 }, 'password'],
    [{ pasword: 'x' }, 'pasword'],
  ])('is refused with %j', (more, field) => {
    const refusal = checkOfficer({ ...GOOD, ...more });
    if (!isRefusal(refusal)) throw new Error('not refused');
    expect(refusal.faults?.map((fault) => fault.field)).toEqual([field]);
  });

  it('is found by any spelling of the e-mail', () => {
    expect(foldEmail(' ＭONA@Bank.example')).toBe(foldEmail('mona@bank.EXAMPLE'));
    expect(looksLikeEmail('mona@bank.example')).toBe(true);
    expect(looksLikeEmail('correct horse battery')).toBe(false);
  });
});

describe('a password', () => {
  it('has 12 to 128 characters, counted as they are seen', () => {
    expect(passwordFault('a'.repeat(11))).toContain('11 characters');
    expect(passwordFault('a'.repeat(12))).toBeNull();
    expect(passwordFault('😀'.repeat(12))).toBeNull();
    expect(passwordFault('e\u0301'.repeat(11))).toContain('11 characters');
    expect(passwordFault('ن'.repeat(128))).toBeNull();
    expect(passwordFault('ن'.repeat(129))).toContain('129 characters');
    expect(passwordFault(`${'a'.repeat(20)}\ud800`)).toContain('half a character');
  });
});
