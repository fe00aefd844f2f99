import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ordersFile } from '../crash/crash-cases.ts';
import { skipAloud } from '../skip-aloud.ts';
import { payWords, Workbench } from '../workbench.ts';
import { mountSmallDisk } from './small-disk.ts';

const bench = new Workbench();
const disk = mountSmallDisk(bench.folder, 2_400_000);
if (disk === null) {
  skipAloud('the tests of a full disk need leave to mount one in memory (root on Linux).');
}

describe.skipIf(disk === null)('a full disk', { timeout: 60_000 }, () => {
  const ledger = join(disk?.path ?? '', 'ledger.db');
  let loan = '';

  beforeAll(async () => {
    loan = await bench.openLoan();
    copyFileSync(bench.ledger, ledger);
  }, 60_000);
  afterAll(() => {
    disk?.remove();
    bench.remove();
  });

  it('is said in a plain sentence and costs nothing that was booked', async () => {
    const booked: unknown[] = [];
    const answers = new Set<string>();
    for (const left of [0, 8, 24, 36, 48, 60, 90]) {
      disk!.fillUntil(left * 1024);
      const words = payWords(loan, '10', `FT-${left}`);
      const ran = await bench.run([...words, '--json'], { ledger });
      if (ran.exitCode === 0) booked.push(JSON.parse(ran.stdout).payment_id);
      else {
        expect([left, ran.exitCode, ran.stdout]).toEqual([left, 7, '']);
        const { code, detail } = JSON.parse(ran.stderr);
        expect([left, code, detail]).toEqual([
          left,
          'ledger_disk_full',
          `The disk that holds the ledger ${ledger} is full.`,
        ]);
      }
      answers.add(String(ran.exitCode));
      // What is there can still be read, and is all there.
      expect([left, await bench.verify({ ledger })]).toMatchObject([
        left,
        { ok: true, entries: 1 + booked.length },
      ]);
    }
    expect([...answers].sort()).toEqual(['0', '7']);
    disk!.empty();
    expect(await bench.verify({ ledger })).toMatchObject({ ok: true, entries: 1 + booked.length });
    for (const left of [0, 8, 24, 36, 48, 60, 90]) {
      const again = await bench.must(payWords(loan, '10', `FT-${left}`), { ledger });
      expect(again).toMatchObject({ payment_amount: 10 });
    }
    const kept = bench.raw((db) => db.prepare('SELECT payment_id FROM payments').pluck().all(), ledger);
    expect(kept).toHaveLength(7);
    expect(kept).toEqual(expect.arrayContaining(booked));
  });

  it('leaves no half ledger and no half import', async () => {
    const made = join(disk!.path, 'made.db');
    const words = ['merchants', 'import', ordersFile(bench, 2_000), '--json'];
    disk!.fillUntil(300_000);
    const first = await bench.run(words, { ledger: made });
    expect([first.exitCode, JSON.parse(first.stderr.slice(first.stderr.indexOf('{'))).code]).toEqual([
      7,
      'ledger_disk_full',
    ]);
    const left = await bench.must(['ledger', 'verify', '--if-exists', '--json'], { ledger: made });
    expect(left).toMatchObject({ ok: true });
    disk!.empty();
    expect(await bench.must(words, { ledger: made })).toMatchObject({ new: 2_002, refused: 0 });
    expect(bench.count('orders', made)).toBe(2_000);
    expect(await bench.verify({ ledger: made })).toMatchObject({ ok: true });
  });
});
