import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasPassword, isDatabaseAddress, shownAddress } from '../../src/settings/database-address.ts';
import { databaseConnection } from '../../src/settings/database-connection.ts';

describe('an address of a database', () => {
  it.each([
    ['postgres://db/loans', true],
    ['POSTGRESQL://db/loans', true],
    ['postgres.db', false],
    ['./postgres://db', false],
    ['https://db/loans', false],
  ])('%s: %s', (text, is) => expect(isDatabaseAddress(text)).toBe(is));

  it.each([
    [
      'postgres://desk@db.bank.example:6432/loans?sslmode=require',
      'postgres://desk@db.bank.example:6432/loans',
    ],
    ['postgres://db/loans', 'postgres://db/loans'],
    ['postgres://', 'postgres://'],
    [
      'postgres://desk@/loans?host=/run/postgresql&sslmode=disable',
      'postgres://desk@/loans?host=/run/postgresql',
    ],
    ['postgres://desk:canary@db/loans', 'postgres://desk@db/loans'],
    ['postgres://desk:can@ry@db/loans', 'postgres://(unreadable)'],
    ['postgres://desk:can/ary@db/loans', 'postgres://(unreadable)'],
    ['postgres://desk:can?ary@db/loans', 'postgres://(unreadable)'],
    ['postgres://?service=loans&password=canary', 'postgres://?service=loans'],
    ['postgres://db/loans?password=canary', 'postgres://db/loans'],
    ['postgres://db/loans?user=a&sslpassword=canary', 'postgres://db/loans'],
  ])('%s is shown as %s', (address, shown) => {
    expect(shownAddress(address)).toBe(shown);
    expect(hasPassword(address)).toBe(address.replace('can@ry', 'canary').includes('can'));
    expect(shownAddress(address)).not.toMatch(/can|ary/);
  });
});

describe('how a database is reached', () => {
  const read = (address: string, environment: Record<string, string> = {}) =>
    databaseConnection(address, { environment }, () => 'mona');

  it('is what the address says, and what PostgreSQL itself would take for what it does not say', () => {
    expect(read('postgres://')).toMatchObject({
      host: 'localhost',
      port: 5432,
      database: 'mona',
      user: 'mona',
      password: undefined,
      sslMode: 'disable',
    });
    const environment = {
      PGHOST: 'there',
      PGPORT: '6000',
      PGUSER: 'desk',
      PGPASSWORD: 'canary',
      PGDATABASE: 'loans',
      PGSSLMODE: 'require',
      PGSSLROOTCERT: '/etc/ca.pem',
    };
    expect(read('postgres://', environment)).toMatchObject({
      host: 'there',
      port: 6000,
      database: 'loans',
      user: 'desk',
      password: 'canary',
      sslMode: 'require',
      rootCertFile: '/etc/ca.pem',
    });
    const address = 'postgres://a%40b:p%3Aw@[::1]:7000/l%20d?sslmode=verify-full&sslrootcert=system';
    expect(read(address, environment)).toMatchObject({
      host: '::1',
      port: 7000,
      database: 'l d',
      user: 'a@b',
      password: 'p:w',
      sslMode: 'verify-full',
      rootCertFile: undefined,
    });
    expect(read('postgres://desk@/loans?host=/run/postgresql', environment)).toMatchObject({
      host: '/run/postgresql',
      sslMode: 'disable',
    });
  });

  it('is what the service says it names, before the variables and after the address', () => {
    const folder = mkdtempSync(join(tmpdir(), 'loandesk-service-'));
    try {
      const file = join(folder, 'services');
      const environment = {
        PGSERVICEFILE: file,
        PGHOST: 'elsewhere',
        PGSYSCONFDIR: folder,
        PGSERVICE: 'bank',
      };
      writeFileSync(file, '[bank]\nhost=db\ndbname=loans\nuser=desk\npassword=canary\nsslmode=verify-full\n');
      const found = { host: 'db', database: 'loans', password: 'canary', sslMode: 'verify-full' };
      expect(read('postgres://', environment)).toMatchObject({ ...found, user: 'desk' });
      expect(read('postgres://mona@/?service=bank', environment)).toMatchObject({ ...found, user: 'mona' });
      expect(read('postgres://?service=none', environment)).toMatchObject({
        fault: true,
        message: 'There is no service "none" for a database.',
      });
      writeFileSync(join(folder, 'pg_service.conf'), '[of all]\nhostaddr=10.0.0.1\n');
      expect(read('postgres://?service=of all', environment)).toMatchObject({
        fault: true,
        message: expect.stringContaining('has a parameter "hostaddr", which means nothing here.'),
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    ['postgres://db/loans?sslmode=prefer', 'sslmode cannot be "prefer".'],
    ['postgres://db:99999/loans', 'The port of the database cannot be "99999".'],
    [
      'postgres://db/loans?target=x',
      'The address of the database has a parameter "target", which means nothing here.',
    ],
    ['postgres://desk:can@ry@db@/loans', 'The address of the database cannot be read.'],
    ['postgres://db/%zz', 'The address of the database cannot be read.'],
  ])('%s: %s', (address, message) => expect(read(address)).toMatchObject({ fault: true, message }));
});
