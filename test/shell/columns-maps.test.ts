import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openColumnsMaps } from '../../src/shell/columns-maps.ts';

describe('saved column maps', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loandesk-maps-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const bank = { columnsMap: 'timestamp=Date,amount=Amount', dateFormat: 'DD/MM/YYYY' };

  it('are found under their names, and replaced', () => {
    const maps = openColumnsMaps(join(folder, 'config'), randomBytes);
    const path = join(folder, 'config', 'columns-maps.json');
    expect(maps.save('bank', { columnsMap: 'x=y' })).toBe(path);
    expect(maps.save('wallet', { columnsMap: 'a=b' })).toBe(path);
    expect(maps.save('bank', bank)).toBe(path);
    expect(maps.find('bank')).toEqual({ options: bank });
    expect(maps.find('wallet')).toEqual({ options: { columnsMap: 'a=b' } });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ bank, wallet: { columnsMap: 'a=b' } });
  });

  it('that are not there are said so, with those that are', () => {
    const maps = openColumnsMaps(folder, randomBytes);
    expect(maps.find('bank')).toMatchObject({
      code: 'usage',
      hint: expect.stringContaining('None is saved'),
    });
    maps.save('bank', bank);
    expect(maps.find('banc')).toMatchObject({ hint: 'Did you mean "bank"?' });
    expect(maps.find('something else')).toMatchObject({ hint: expect.stringContaining('Saved are: bank.') });
  });

  it('have names that are no maps and no paths', () => {
    const maps = openColumnsMaps(folder, randomBytes);
    for (const name of ['', 'a=b', '../x', 'a b', '-x', 'x'.repeat(65)]) {
      expect([name, maps.nameProblem(name)]).toMatchObject([name, { code: 'usage' }]);
    }
    expect(maps.nameProblem('بنك-2')).toBeNull();
  });

  it.each(['not json', '[]', '{"bank": 5}', '{"bank": {"columnsMap": 5}}'])(
    'in a file that says %j are a fault naming the file',
    (text) => {
      writeFileSync(join(folder, 'columns-maps.json'), text);
      const maps = openColumnsMaps(folder, randomBytes);
      expect(maps.find('bank')).toMatchObject({ code: 'usage', detail: expect.stringContaining(folder) });
      expect(maps.save('bank', bank)).toMatchObject({ code: 'usage' });
      expect(readFileSync(join(folder, 'columns-maps.json'), 'utf8')).toBe(text);
    },
  );
});
