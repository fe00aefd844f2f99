import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  isDocumentName,
  readDocuments,
  removeDocument,
  saveDocument,
} from '../../src/settings/named-documents.ts';
import { isSettingsFault } from '../../src/settings/settings-fault.ts';
import { sourcesFile } from '../../src/settings/sources-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sources-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the file of sources', () => {
  it('keeps profiles under names, readable by its owner only', () => {
    const file = sourcesFile(join(folder, 'new'));
    expect(readDocuments(file)).toEqual(new Map());
    expect(saveDocument(file, 'delta', { decimal: 'comma' }, 'a')).toBeNull();
    expect(saveDocument(file, 'nile', { decimal: 'point' }, 'b')).toBeNull();
    expect(saveDocument(file, 'delta', { decimal: 'point' }, 'c')).toBeNull();
    expect(readDocuments(file)).toEqual(
      new Map([
        ['delta', { decimal: 'point' }],
        ['nile', { decimal: 'point' }],
      ]),
    );
    expect(removeDocument(file, 'delta', 'd')).toBeNull();
    expect(readDocuments(file)).toEqual(new Map([['nile', { decimal: 'point' }]]));
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
  });

  it.each(['not json', '[1]', 'null'])('%s is a fault, and stays as it is', (text) => {
    const file = sourcesFile(folder);
    const { path } = file;
    writeFileSync(path, text);
    expect(isSettingsFault(readDocuments(file))).toBe(true);
    expect(saveDocument(file, 'delta', {}, 'a')).toMatchObject({ fault: true });
    expect(removeDocument(file, 'delta', 'a')).toMatchObject({ fault: true });
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('takes names of letters and digits', () => {
    expect(['delta', 'بنك-النيل', 'b.1_2'].every(isDocumentName)).toBe(true);
    expect(['', '-x', 'a b', 'a/b', 'x'.repeat(65)].some(isDocumentName)).toBe(false);
  });
});
