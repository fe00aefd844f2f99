import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skipAloud } from '../skip-aloud.ts';
import { applyWords, Workbench } from '../workbench.ts';
import { runWatched } from './memory-peak.ts';

const HALF_A_GIGABYTE = 500_000_000;
/** A bare start holds about 60 MiB; what is read may add to it by bounds of ours, never by the size of the input. */
const FLAT_MEBIBYTES = 320;

if (process.platform !== 'linux')
  skipAloud('memory is watched on Linux only; the answers are still checked.');

describe('sizes beyond reason are refused with flat memory', { timeout: 60_000 }, () => {
  const bench = new Workbench();
  beforeAll(async () => {
    await bench.must(applyWords());
  });
  afterAll(() => bench.remove());

  const expectFlat = (ran: { readonly peakMebibytes: number | null }): void => {
    if (process.platform === 'linux') expect(ran.peakMebibytes).toBeGreaterThan(20);
    expect(ran.peakMebibytes ?? 0).toBeLessThan(FLAT_MEBIBYTES);
  };

  it('a line of 500 MB in a data file', async () => {
    const head = '{"kind":"merchant","external_id":"m-9","name":"';
    const ran = await runWatched(bench, ['merchants', 'import', '-', '--results', bench.folder, '--json'], {
      head,
      filler: 'A',
      bytes: HALF_A_GIGABYTE,
    });
    expect([ran.exitCode, ran.stderr]).toEqual([
      8,
      expect.stringContaining('the line is too long for a record'),
    ]);
    expect(JSON.parse(ran.stdout)).toMatchObject({ new: 0, refused: 1 });
    expectFlat(ran);
  });

  it('applications of 500 MB', async () => {
    const ran = await runWatched(bench, ['apply', '--from', '-', '--json'], {
      head: '{"merchant_id":"',
      filler: 'A',
      bytes: HALF_A_GIGABYTE,
    });
    expect([ran.exitCode, ran.stdout]).toEqual([2, '']);
    expect(JSON.parse(ran.stderr)).toMatchObject({
      code: 'file_unreadable',
      detail: 'standard input cannot be read: it is larger than 32 MiB.',
    });
    expectFlat(ran);
  });

  it.each([
    ['applications', ['apply', '--from', '-', '--json'], '{"merchant_id":'],
    [
      'a data file',
      ['merchants', 'import', '-', '--results', bench.folder, '--json'],
      '{"kind":"order","id":',
    ],
    [
      'a short line of a data file',
      ['merchants', 'import', '-', '--results', bench.folder, '--json'],
      '{"kind":',
    ],
  ])('JSON a million levels deep in %s', async (what, words, head) => {
    const bytes = what.startsWith('a short') ? 900_000 : 1_000_000;
    const ran = await runWatched(bench, words, { head, filler: '[', bytes });
    expect([ran.exitCode, ran.signal, ran.stderr]).toEqual([
      what === 'applications' ? 2 : 8,
      undefined,
      expect.stringMatching(/deeper than 16 levels|not JSON|too long/),
    ]);
    expectFlat(ran);
  });

  it('JSON that is well formed and 400,000 levels deep in a data file', async () => {
    const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;
    for (const line of [`{"kind":${deep}}`, `{"kind":"merchant","external_id":${deep}}`, deep]) {
      const ran = await bench.run(['merchants', 'import', '-', '--results', bench.folder, '--json'], {
        input: `${line}\n`,
        businessDate: null,
      });
      expect([ran.exitCode, ran.stderr.slice(0, 400)]).toEqual([8, expect.stringContaining('refused')]);
    }
    expect(await bench.verify()).toMatchObject({ ok: true });
  });

  it.each([
    [['merchants', 'ls', '--size', '1000000000']],
    [['loan', 'ls', '--size', '1000000000']],
    [['applications', 'ls', '--size', '1000000000']],
    [['applications', 'ls', '--page', '99999999999999999999']],
  ])('%j', async (words) => {
    const ran = await runWatched(bench, [...words, '--json'], null);
    expect([ran.exitCode, ran.stdout]).toEqual([2, '']);
    expect(JSON.parse(ran.stderr).detail).toMatch(/ is "\d+"; it must be a whole number from 1 to /);
    expectFlat(ran);
  });
});
