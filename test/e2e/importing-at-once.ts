import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Workbench } from '../workbench.ts';
import { runPatiently } from './paying-at-once.ts';

const DAYS = { businessDate: '2024-04-30' };

/**
 * Two programs that each import a file for one loan, started together, in so many rounds, while a third lists the
 * loans again and again. All of both is booked, and the loan stands as when the files come one after another.
 */
export async function importTwoFilesAtOnce(bench: Workbench, rounds: number): Promise<void> {
  const loan = await bench.openLoan('90000');
  const apart = join(bench.folder, 'one-after-another.db');
  copyFileSync(bench.ledger, apart);
  const pairs = Array.from({ length: rounds }, (_, round) => {
    const day = String((round % 28) + 1).padStart(2, '0');
    return [
      file(bench, `a${round}.csv`, `${loan},10${round}.25,2024-02-${day},A-${round}`),
      file(bench, `b${round}.csv`, `${loan},20${round}.50,2024-03-${day},B-${round}`),
    ];
  });

  const listing = listLoans(bench);
  for (const pair of pairs) {
    const ran = await Promise.all(pair.map((path) => runPatiently(bench, importWords(path), DAYS)));
    expect(ran.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    for (const { stdout, stderr } of ran) {
      expect(JSON.parse(stdout)).toMatchObject({ new_rows: 1, known_rows: 0 });
      expect(stderr).not.toMatch(/^\s+at /m);
    }
  }
  expect(new Set(await listing.stop())).toEqual(new Set(['1 listed']));

  for (const path of pairs.flat()) await bench.must(importWords(path), { ...DAYS, ledger: apart });
  const [together, inTurn] = await Promise.all(
    [bench.ledger, apart].map((ledger) => bench.must(['loan', 'show', loan], { ...DAYS, ledger })),
  );
  expect(together).toMatchObject({ total_payments_made: rounds * 2 });
  expect(together).toEqual(inTurn);
  expect(await bench.verify(DAYS)).toMatchObject({ ok: true, violations: [] });
}

function file(bench: Workbench, name: string, row: string): string {
  const path = join(bench.folder, name);
  writeFileSync(path, `loan_id,payment_amount,payment_date,payment_reference\n${row}\n`);
  return path;
}

function importWords(path: string): readonly string[] {
  return ['pay', 'import', path, '--yes', '--json'];
}

/** Lists the loans until it is stopped; answers then whether each time it listed the one there is. */
function listLoans(bench: Workbench): { readonly stop: () => Promise<readonly string[]> } {
  let goesOn = true;
  const listed = (async () => {
    const said: string[] = [];
    while (goesOn) {
      const { exitCode, stdout, stderr } = await bench.run(['loan', 'ls', '--json'], DAYS);
      said.push(exitCode === 0 ? `${JSON.parse(stdout).data.length} listed` : stderr);
    }
    return said;
  })();
  return {
    stop: () => {
      goesOn = false;
      return listed;
    },
  };
}
