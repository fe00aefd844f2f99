import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isSettingsFault } from '../../src/settings/settings-fault.ts';
import { isSourceName, readSources, saveSource, sourcesPath } from '../../src/settings/sources-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sources-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the file of sources', () => {
  it('keeps profiles under names, readable by its owner only', () => {
    const path = sourcesPath(join(folder, 'new'));
    expect(readSources(path)).toEqual(new Map());
    expect(saveSource(path, 'delta', { decimal: 'comma' }, 'a')).toBeNull();
    expect(saveSource(path, 'nile', { decimal: 'point' }, 'b')).toBeNull();
    expect(saveSource(path, 'delta', { decimal: 'point' }, 'c')).toBeNull();
    expect(readSources(path)).toEqual(
      new Map([
        ['delta', { decimal: 'point' }],
        ['nile', { decimal: 'point' }],
      ]),
    );
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each(['not json', '[1]', 'null'])('%s is a fault, and stays as it is', (text) => {
    const path = sourcesPath(folder);
    writeFileSync(path, text);
    expect(isSettingsFault(readSources(path))).toBe(true);
    expect(saveSource(path, 'delta', {}, 'a')).toMatchObject({ fault: true });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('takes names of letters and digits', () => {
    expect(['delta', 'بنك-النيل', 'b.1_2'].every(isSourceName)).toBe(true);
    expect(['', '-x', 'a b', 'a/b', 'x'.repeat(65)].some(isSourceName)).toBe(false);
  });
});
