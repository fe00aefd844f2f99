import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editCopy } from '../store/edited-ledger.ts';
import { payWords, Workbench } from '../workbench.ts';

const PAY_DAY = '2024-02-10';

describe('a book that disagrees with its ledger', { timeout: 60_000 }, () => {
  const bench = new Workbench();
  const edited = join(bench.folder, 'edited.db');
  let loan = '';

  beforeAll(async () => {
    loan = await bench.openLoan();
    await bench.must(payWords(loan, '4000'), { businessDate: PAY_DAY });
    await editCopy(bench.ledger, edited, (db) => {
      // A pound of principal taken for interest: the entry still sums to zero.
      db.exec(`UPDATE postings SET amount_piastres = amount_piastres + CASE account_id WHEN 1 THEN 100 ELSE -100 END
        WHERE entry_number = 2 AND account_id IN (1, 2)`);
    });
  }, 60_000);
  afterAll(() => bench.remove());

  it('ends with 9 and names the loan', async () => {
    const words = ['report', 'portfolio', '--json'];
    const sound = await bench.run(words, { businessDate: PAY_DAY });
    expect(sound.exitCode).toBe(0);
    expect(JSON.parse(sound.stdout)).toMatchObject({ reconciled: true, discrepancies: [] });

    for (const end of ['-wal', '-shm']) rmSync(`${bench.ledger}${end}`, { force: true });
    copyFileSync(edited, bench.ledger);
    const run = await bench.run(words, { businessDate: PAY_DAY });
    expect(run.exitCode).toBe(9);
    const report = JSON.parse(run.stdout);
    expect(report).toMatchObject({ reconciled: false, loans: 1 });
    expect(report.discrepancies).toMatchObject([{ loan_id: loan, book: report.outstanding_balance }]);
    expect(Number(report.discrepancies[0].ledger) - Number(report.discrepancies[0].book)).toBeCloseTo(1, 6);
    expect(run.stderr).toContain('the book and the ledger disagree');
  });
});
