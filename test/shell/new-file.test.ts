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
    expect(await writeNewFile('june/all/index.html', 'سطر\n', folder, 'a1')).toBeNull();
    expect(await readFile(join(folder, 'june/all/index.html'), 'utf8')).toBe('سطر\n');
    const modeOf = async (path: string) => (await stat(join(folder, path))).mode & 0o777;
    if (process.platform !== 'win32') {
      expect(await modeOf('june/all/index.html')).toBe(0o600);
      expect(await modeOf('june/all')).toBe(0o700);
    }
  });

  it('is never written over another', async () => {
    await writeFile(join(folder, 'kept.txt'), 'mine');
    const problem = await writeNewFile('kept.txt', 'other', folder, 'a1');
    expect(problem).toEqual({ code: 'file_exists', detail: 'kept.txt is there already.' });
    expect(await readFile(join(folder, 'kept.txt'), 'utf8')).toBe('mine');
    expect(await writeNewFile('kept.txt/inside.txt', 'other', folder, 'a1')).toMatchObject({
      code: 'file_unreadable',
      detail: 'kept.txt/inside.txt cannot be written: a part of the path is not a folder.',
    });
    expect(await readdir(folder)).toEqual(['kept.txt']);
  });

  it('has its name only when it is whole, and no other file is left', async () => {
    const text = 'half a statement is none\n'.repeat(200_000);
    const writing = writeNewFile('june.html', text, folder, 'a1');
    for (let done = false; !done; ) {
      const { size } = await stat(join(folder, 'june.html')).catch(() => ({ size: -1 }));
      if (size >= 0) expect(size).toBe(text.length);
      done = await Promise.race([
        writing.then(() => true),
        new Promise<false>((go) => setImmediate(go, false)),
      ]);
    }
    expect(await writing).toBeNull();
    expect(await readdir(folder)).toEqual(['june.html']);
  });
});
