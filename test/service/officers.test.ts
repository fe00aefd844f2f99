import { describe, expect, it } from 'vitest';
import { scryptPasswords } from '../../src/service/access/passwords.ts';
import { addOfficer, MONA, PASSWORD, signIn } from './access-desk.ts';
import { onDesk } from './desk.ts';

const NEW = { email: 'omar@bank.example', name: 'Omar Aziz', roles: ['reader'], password: PASSWORD };

describe('officers', () => {
  it(
    'are people and machines with roles, listed by number, the disabled ones too',
    onDesk(async (desk) => {
      await addOfficer(desk);
      const pos = { email: 'pos@bank.example', name: 'POS', roles: ['servicing'], system: true };
      await desk.done('officers.add', { ...pos, password: PASSWORD });
      const disabled = await desk.done('officers.disable', { officer: '2' });
      expect(disabled).toMatchObject({ ...pos, user_id: 2, disabled_at: '2026-03-01T12:00:00.000Z' });
      const answer = await desk.call('officers.list', { size: '1' });
      expect(answer).toMatchObject({ ok: true, totalCount: 2 });
      expect(await desk.done('officers.list', {})).toEqual([
        {
          user_id: 1,
          email: MONA,
          name: 'Mona Hassan',
          roles: ['officer', 'servicing'],
          system: false,
          disabled_at: null,
          created_at: '2026-03-01T12:00:00.000Z',
          created_by: 'mona',
        },
        disabled,
      ]);
    }),
  );

  it(
    'are refused with every faulty field at once, and no word of the password',
    onDesk(async (desk) => {
      const short = 'canary-7';
      const problem = await desk.refused('officers.add', {
        email: 'omar at bank',
        name: 'Omar\u202e',
        roles: ['officer', 'boss'],
        password: short,
      });
      expect((problem.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
        '/email invalid_email',
        '/name invalid_text',
        '/password invalid_password',
        '/roles invalid_choice',
      ]);
      expect(JSON.stringify(problem)).not.toContain(short);
      expect(JSON.stringify(await desk.audit())).not.toContain(short);
      expect((await desk.refused('officers.add', { ...NEW, roles: [] })).code).toBe('validation_failed');
    }),
  );

  it(
    'have an e-mail nobody else has, ever, in any letter case',
    onDesk(async (desk) => {
      await addOfficer(desk);
      const again = { ...NEW, email: 'MONA@bank.EXAMPLE' };
      expect(await desk.refused('officers.add', again)).toMatchObject({ code: 'officer_exists' });
      await desk.done('officers.disable', { officer: MONA });
      const problem = await desk.refused('officers.add', again);
      expect(problem.detail).toContain('disabled');
    }),
  );

  it(
    'that are not there or disabled are refused',
    onDesk(async (desk) => {
      await addOfficer(desk);
      await desk.done('officers.disable', { officer: '1' });
      const password = 'another long password';
      expect((await desk.refused('officers.disable', { officer: '1' })).code).toBe('officer_disabled');
      expect((await desk.refused('officers.password', { officer: '1', password })).code).toBe(
        'officer_disabled',
      );
      expect((await desk.refused('officers.disable', { officer: '2' })).code).toBe('officer_not_found');
      expect((await desk.refused('officers.password', { officer: 'x@y', password })).code).toBe(
        'officer_not_found',
      );
      const short = await desk.refused('officers.password', { officer: '1', password: 'short' });
      expect(short.errors).toMatchObject([{ pointer: '/password' }]);
      expect((await desk.call('officers.list', { size: '0' })).ok).toBe(false);
    }),
  );

  it(
    'set their own passwords, whatever their role, and nobody else’s without being administrators',
    onDesk(async (desk) => {
      const mona = await addOfficer(desk);
      await desk.done('officers.add', NEW);
      const password = 'another long password';
      desk.as(MONA, 'reader');
      desk.caller = { ...desk.caller, userId: mona };
      for (const officer of [MONA.toUpperCase(), String(mona)]) {
        expect(await desk.done('officers.password', { officer, password })).toMatchObject({ user_id: mona });
      }
      for (const officer of [NEW.email, '2', 'nobody@bank.example', '']) {
        expect((await desk.refused('officers.password', { officer, password })).code).toBe('role_missing');
      }
      const signedIn = await signIn(desk, MONA, password);
      expect(signedIn).toMatchObject({ user_id: mona });
    }),
  );

  it(
    'make no number in a dry run',
    onDesk(async (desk) => {
      const dry = await desk.done('officers.add', NEW, { dryRun: true });
      expect(dry).toMatchObject({ user_id: null, dry_run: true });
      expect(await desk.done('officers.list', {})).toEqual([]);
    }),
  );
});

describe('what is kept of a password', () => {
  const passwords = scryptPasswords((size) => new Uint8Array(size).fill(7));

  it('names scrypt with N = 2^17, r = 8, p = 1, and fits that password alone', async () => {
    const long = `${'ن'.repeat(127)}a`;
    const kept = await passwords.hash(long);
    expect(kept).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await passwords.fits(long, kept)).toBe(true);
    // Nothing is cut off at the end.
    expect(await passwords.fits(`${'ن'.repeat(127)}b`, kept)).toBe(false);
    expect(await passwords.fits(long, null)).toBe(false);
  });

  it('is the same however the letters are composed, and reads older parameters', async () => {
    // Made with N = 2^4, so that the test is quick.
    const kept = await weaklyKept('é-longer-passphrase'.normalize('NFC'));
    expect(await passwords.fits('é-longer-passphrase'.normalize('NFD'), kept)).toBe(true);
    expect(await passwords.fits('\ud800é', kept)).toBe(false);
    await expect(passwords.fits('x', 'damaged')).rejects.toThrow('not readable');
  });

  it('is compared for a few at a time; too many waiting are turned away', async () => {
    const kept = await weaklyKept('a passphrase');
    const answers = await Promise.allSettled(
      Array.from({ length: 200 }, () => passwords.fits('a passphrase', kept)),
    );
    const done = answers.filter((answer) => answer.status === 'fulfilled');
    expect(done.length).toBe(66);
    expect(done.every((answer) => answer.value)).toBe(true);
    expect(await passwords.fits('a passphrase', kept)).toBe(true);
  });
});

async function weaklyKept(password: string): Promise<string> {
  const { scryptSync } = await import('node:crypto');
  const salt = Buffer.from('salt of sixteen.');
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$scrypt$ln=4,r=8,p=1$${text(salt)}$${text(scryptSync(password, salt, 32, { N: 16, r: 8, p: 1 }))}`;
}
