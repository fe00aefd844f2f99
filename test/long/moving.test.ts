import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { benchLoan } from '../bench/bench-loan.ts';
import { makeLoansLedger } from '../bench/payments-ledger.ts';
import { emptyDatabase, hasPostgres, type TestDatabase } from '../postgres/shared-server.ts';
import { Desk } from '../service/desk.ts';
import { fillDesk } from '../service/moved-desk.ts';
import { openLedger } from '../store/temporary-ledger.ts';
import { Workbench } from '../workbench.ts';

const LOANS = 10_000;
const PAYMENTS_A_LOAN = 12;
/** With everything that is corrected, held, undone, approved by two. */
const OTHER_LOANS = 100;
const DAY = '2026-07-01';
const SAMPLES = 12;

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

describe.skipIf(!hasPostgres('moving ten thousand loans'))('ten thousand loans that move', () => {
  const bench = new Workbench();
  let database: TestDatabase;
  beforeAll(async () => {
    database = await emptyDatabase();
    await makeLoansLedger(bench.ledger, LOANS, (index) => benchLoan(index, PAYMENTS_A_LOAN));
    const store = await openLedger(bench.ledger, { createIfMissing: false });
    try {
      await fillDesk(new Desk(store, '2026-03-01'), OTHER_LOANS);
    } finally {
      await store.close();
    }
  }, 900_000);
  afterAll(async () => {
    await database.drop();
    bench.remove();
  });

  async function must(ledger: string, line: string, stdoutFile?: string): Promise<string> {
    const how = { ledger, businessDate: DAY, timeoutMs: 900_000 };
    const ran = await bench.run(line.split(' '), stdoutFile === undefined ? how : { ...how, stdoutFile });
    if (ran.exitCode !== 0) throw new Error(`${line}: exit ${ran.exitCode}\n${ran.stderr}`);
    return ran.stdout;
  }

  /** What a person would print of a ledger, line by line as a digest: some of it is longer than may be held. */
  async function printed(ledger: string, loanIds: readonly string[]): Promise<Record<string, string>> {
    const lines = [
      'report portfolio --json',
      'report ageing --detail --json',
      'report trial-balance --json',
      'report due --json',
      'report decisions --from 2020-01-01 --to 2026-07-01 --json',
      'loan ls --json --size 500',
      'pay batches ls --json',
      'pay review ls --json',
      'audit ls --json --size 500',
      'ledger export --format csv',
      'ledger verify --json',
      ...loanIds.flatMap((id) => [
        `loan show ${id} --json`,
        `loan statement ${id} --format text --lang en`,
        `loan explain ${id} --json`,
        `loan schedule ${id} --json`,
      ]),
    ];
    const answers: Record<string, string> = {};
    const stdoutFile = join(bench.folder, 'printed');
    for (const line of lines) {
      await must(ledger, line, stdoutFile);
      answers[line] = await digestOf(stdoutFile);
    }
    return answers;
  }

  it('from SQLite to PostgreSQL and back: the same file, accounts, statements and reports, byte for byte', async () => {
    const [first, second, third] = ['first', 'second', 'third'].map((name) =>
      join(bench.folder, `${name}.jsonl`),
    ) as [string, string, string];
    const back = join(bench.folder, 'back.db');
    await must(bench.ledger, `ledger export --events --out ${first}`);
    await must(database.url, `ledger import ${first}`);
    await must(database.url, `ledger export --events --out ${second}`);
    await must(back, `ledger import ${second}`);
    await must(back, `ledger export --events --out ${third}`);
    const digest = await digestOf(first);
    expect([await digestOf(second), await digestOf(third)]).toEqual([digest, digest]);

    const rows = JSON.parse(await must(bench.ledger, 'loan ls --json --size 500')) as {
      data: { loan_id: string }[];
    };
    const step = Math.floor(rows.data.length / SAMPLES);
    const samples = rows.data.filter((_, index) => index % step === 0).map(({ loan_id }) => loan_id);
    const here = await printed(bench.ledger, samples);
    expect(await printed(database.url, samples)).toEqual(here);
    expect(await printed(back, samples)).toEqual(here);
  }, 3_600_000);
});
