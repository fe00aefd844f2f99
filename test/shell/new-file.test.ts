import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeNewFile } from '../../src/shell/new-file.ts';

describe('a new file', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loandesk-new-file-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is its owner’s alone, in folders that are made on the way', async () => {
    expect(await writeNewFile('june/all/index.html', 'سطر\n', folder)).toBeNull();
    expect(await readFile(join(folder, 'june/all/index.html'), 'utf8')).toBe('سطر\n');
    const modeOf = async (path: string) => (await stat(join(folder, path))).mode & 0o777;
    if (process.platform !== 'win32') {
      expect(await modeOf('june/all/index.html')).toBe(0o600);
      expect(await modeOf('june/all')).toBe(0o700);
    }
  });

  it('is never written over another', async () => {
    await writeFile(join(folder, 'kept.txt'), 'mine');
    const problem = await writeNewFile('kept.txt', 'other', folder);
    expect(problem).toEqual({ code: 'file_exists', detail: 'kept.txt is there already.' });
    expect(await readFile(join(folder, 'kept.txt'), 'utf8')).toBe('mine');
    expect(await writeNewFile('kept.txt/inside.txt', 'other', folder)).toMatchObject({
      code: 'file_unreadable',
      detail: 'kept.txt/inside.txt cannot be written: a part of the path is not a folder.',
    });
    expect(await readdir(folder)).toEqual(['kept.txt']);
  });
});
