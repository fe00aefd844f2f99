import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkResultPlace, type ResultPlace, writeResultFile } from '../../src/ingest/result-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loandesk-results-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const place = (inputPath: string, more: Partial<ResultPlace> = {}): ResultPlace => ({
  inputPath,
  ending: 'result.csv',
  folder: null,
  unique: 'abcd',
  fullPath: (path) => resolve(folder, path),
  whileFinishing: () => () => {},
  ...more,
});

describe('a file about an input', () => {
  it('takes the name of the input with its last extension replaced, and never that of another file', async () => {
    expect(await writeResultFile(place('day/../daily.xml.gz'), 'one')).toBe('daily.xml.result.csv');
    expect(await writeResultFile(place('daily.csv'), 'two')).toBe('daily.result.csv');
    expect(await writeResultFile(place('daily.csv'), ['th', 'ree'])).toBe('daily.result-2.csv');
    expect(await readFile(join(folder, 'daily.result.csv'), 'utf8')).toBe('two');
    expect(await readFile(join(folder, 'daily.result-2.csv'), 'utf8')).toBe('three');
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('is private to its owner, as is the folder made for it', async () => {
    const path = await writeResultFile(place('daily', { folder: 'out/new' }), 'x');
    expect(path).toBe(join('out/new', 'daily.result.csv'));
    expect((await stat(join(folder, path))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'out/new'))).mode & 0o777).toBe(0o700);
  });

  it('of standard input is in the working folder, named as is said', async () => {
    expect(await writeResultFile(place('-', { stdinName: 'BAT-7K3QX9B23' }), '')).toBe(
      'BAT-7K3QX9B23.result.csv',
    );
  });

  it('is not there when it could not be written whole', async () => {
    async function* broken() {
      yield 'half';
      throw new Error('the source ended');
    }
    await expect(writeResultFile(place('daily.csv'), broken())).rejects.toThrow('the source ended');
    expect(await readdir(folder)).toEqual([]);
  });

  it('about what is only going to happen gets its name when it does, and goes when it does not', async () => {
    let happens = () => {};
    const written = writeResultFile(place('daily.csv'), 'x', new Promise((resolve) => (happens = resolve)));
    await expect.poll(() => readdir(folder)).toEqual(['.daily.result.abcd.part']);
    happens();
    expect(await written).toBe('daily.result.csv');
    const notPosted = Promise.reject(new Error('not posted'));
    await expect(writeResultFile(place('daily.csv'), 'y', notPosted)).rejects.toThrow('not posted');
    expect(await readdir(folder)).toEqual(['daily.result.csv']);
  });

  it('is not left half written by a run that ends in the middle of it', async () => {
    const atExit = new Set<() => void>();
    const whileFinishing = (work: () => void) => {
      atExit.add(work);
      return () => atExit.delete(work);
    };
    let happens = () => {};
    const after = new Promise<void>((resolve) => (happens = resolve));
    const written = writeResultFile(place('daily.csv', { whileFinishing }), 'x', after);
    await expect.poll(() => readdir(folder)).toHaveLength(1);
    for (const work of atExit) work();
    expect(await readdir(folder)).toEqual([]);
    happens();
    await expect(written).rejects.toThrow('ENOENT');
    expect(atExit.size).toBe(0);
  });

  it('is known beforehand not to be writable', async () => {
    await writeFile(join(folder, 'taken'), '');
    await expect(checkResultPlace(place('a.csv', { folder: 'taken/in' }))).rejects.toMatchObject({
      code: 'ENOTDIR',
    });
    await checkResultPlace(place('a.csv'));
    expect(await readdir(folder)).toEqual(['taken']);
  });
});
