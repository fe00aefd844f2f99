import { describe, expect, it } from 'vitest';
import { passwordIn } from '../../src/settings/password-file.ts';
import { serviceIn } from '../../src/settings/service-file.ts';

const LOGIN = { host: 'db', port: 5432, database: 'loans', user: 'desk' };

describe('a password in a file', () => {
  it.each([
    ['db:5432:loans:desk:canary', 'canary'],
    ['*:*:*:*:canary', 'canary'],
    ['# db:5432:loans:desk:no\nother:5432:loans:desk:no\r\ndb:*:loans:desk:canary\r\n*:*:*:*:late', 'canary'],
    ['db:5432:loans:desk:a:b', 'a:b'],
    [String.raw`db:5432:loans:desk:a\:b\\c`, String.raw`a:b\c`],
    ['db:6432:loans:desk:canary', null],
    ['db:5432:loan:desk:canary', null],
    ['db:5432:loans:desk:', null],
    ['db:5432:loans:desk', null],
    ['', null],
  ])('%j: %j', (text, password) => expect(passwordIn(text, LOGIN)).toBe(password));

  it('may have a colon in a name, an asterisk that is only one, and stand for a socket', () => {
    const odd = { host: '::1', port: 1, database: 'a*', user: 'b:c' };
    expect(passwordIn(String.raw`\:\:1:1:a*:b\:c:canary`, odd)).toBe('canary');
    expect(passwordIn('localhost:5432:loans:desk:canary', { ...LOGIN, host: '/run/postgresql' })).toBe(
      'canary',
    );
    expect(passwordIn('/run/postgresql:*:*:*:canary', { ...LOGIN, host: '/run/postgresql' })).toBe('canary');
  });
});

describe('a service in a file', () => {
  const text =
    '# ours\n[loans]\nhost=db\n port=6432\napplication_name=psql\n\n[other]\nhost=elsewhere\n[loans]\nhost=late\n';

  it('is what stands under its name, the first time', () => {
    expect(serviceIn(text, 'loans')).toEqual({ host: 'db', port: '6432' });
    expect(serviceIn(text, 'other')).toEqual({ host: 'elsewhere' });
    expect(serviceIn(text, 'none')).toBeNull();
  });
});
