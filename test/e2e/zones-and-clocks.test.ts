import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ordersFile } from '../crash/crash-cases.ts';
import { applyWords, approveWords, DAY_ONE, disburseWords, payWords, Workbench } from '../workbench.ts';

const ZONES = ['UTC', 'Africa/Cairo', 'America/New_York', 'Pacific/Kiritimati'];

describe('business dates', { timeout: 60_000 }, () => {
  let bench: Workbench;
  beforeEach(() => {
    bench = new Workbench();
  });
  afterEach(() => bench.remove());

  it('are the same in every time zone: the same bytes come out', async () => {
    await bench.must(['merchants', 'import', ordersFile(bench, 40)]);
    const application = await bench.apply();
    const loan = (await bench.must<{ loan_id: string }>(approveWords(application))).loan_id;
    const made = join(bench.folder, 'made.db');
    copyFileSync(bench.ledger, made);
    const lines: readonly (readonly string[])[] = [
      disburseWords(loan),
      [...payWords(loan, '4000', 'FT-1'), '--date', '2024-03-31', '--business-date', '2024-03-31'],
      ['loan', 'show', loan, '--as-of', '2024-04-26'],
      ['loan', 'schedule', loan],
      ['loan', 'explain', loan, '--as-of', '2024-10-28'],
      ['loan', 'payments', loan, '--business-date', '2024-03-31'],
      ['merchants', 'orders', 'm-1', '--created-after', '2023-01-03T00:00:00+02:00'],
      ['assess', application, '--explain'],
      ['applications', 'show', application],
    ];
    const printed = [];
    for (const zone of ZONES) {
      copyFileSync(made, bench.ledger);
      let text = '';
      for (const words of lines) {
        const given = words.includes('--business-date');
        const ran = await bench.run([...words, '--json'], {
          env: { TZ: zone },
          ...(given ? { businessDate: null } : {}),
        });
        expect([zone, words[0], ran.exitCode, ran.stderr]).toEqual([zone, words[0], 0, expect.anything()]);
        text += withoutRandomIds(ran.stdout);
      }
      const rows = bench.raw((db) =>
        db
          .prepare(
            'SELECT payment_date, booked_at FROM payments UNION ALL SELECT business_date, at FROM audit',
          )
          .raw()
          .all(),
      );
      printed.push(text + JSON.stringify(rows));
      for (const end of ['', '-wal', '-shm']) rmSync(`${bench.ledger}${end}`, { force: true });
    }
    expect(printed[0]!.length).toBeGreaterThan(5_000);
    for (const text of printed) expect(text).toBe(printed[0]);
  });

  it('of a file are its cells, and it is known again in another zone (B36)', async () => {
    const loan = await bench.openLoan();
    const file = join(bench.folder, 'daily.csv');
    const days = ['2024-02-29', '2024-03-31'];
    const rows = days.map((day) => `${loan},100.00,${day},`);
    writeFileSync(file, ['loan_id,payment_amount,payment_date,payment_reference', ...rows, ''].join('\n'));
    const on = { businessDate: '2024-04-30' };
    for (const [zone, counts] of [
      ['America/New_York', { new_rows: 2, known_rows: 0 }],
      ['Asia/Tokyo', { new_rows: 0, known_rows: 2 }],
    ] as const) {
      const told = await bench.must(['pay', 'import', file, '--yes'], { ...on, env: { TZ: zone } });
      expect(told).toMatchObject(counts);
    }
    const paid = await bench.must<{ payment_date: string }[]>(['loan', 'payments', loan], on);
    expect(paid.map(({ payment_date }) => payment_date)).toEqual(days);
  });

  it('are those of Cairo when none is given, whatever zone the machine is in', async () => {
    const cairo = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' });
    for (const zone of ZONES) {
      const before = cairo.format(new Date());
      const { created_at } = await bench.must<{ created_at: string }>(applyWords(), {
        env: { TZ: zone },
        businessDate: null,
      });
      expect([before, cairo.format(new Date())]).toContain(created_at);
    }
  });

  it('may step back: order is by sequence, and nothing breaks', async () => {
    const late = { businessDate: '2024-03-10' };
    const back = { businessDate: '2024-02-01' };
    const application = (await bench.must<{ application_id: string }>(applyWords(), late)).application_id;
    const loan = (await bench.must<{ loan_id: string }>(approveWords(application), back)).loan_id;
    await bench.must(disburseWords(loan), back);
    await bench.must(payWords(loan, '1000', 'first'), late);
    // The clock went back: a payment dated before one that is booked divides that one anew.
    const early = await bench.must<{ corrections: unknown[] }>(payWords(loan, '1000', 'early'), back);
    expect(early.corrections).toHaveLength(1);
    const other = await bench.openLoan('7000');
    await bench.must(payWords(other, '500', 'other'), back);
    await bench.must(payWords(loan, '900', 'second'), late);
    await bench.must(['policy', 'set', 'default_days=60', '--from', DAY_ONE], { businessDate: '2023-01-01' });
    expect(await bench.verify(back)).toMatchObject({ ok: true, exitCode: 0 });

    const trail = bench.raw((db) =>
      db
        .prepare(
          `SELECT a.action, substr(a.at, 1, 10) AS day FROM seals s JOIN audit a ON a.number = s.number
           WHERE s.kind = 'audit' AND a.action <> 'ledger.init' ORDER BY s.sequence`,
        )
        .raw()
        .all(),
    );
    expect(trail).toEqual([
      ['applications.create', '2024-03-10'],
      ['decisions.create', '2024-02-01'],
      ['disbursements.create', '2024-02-01'],
      ['payments.create', '2024-03-10'],
      ['payments.create', '2024-02-01'],
      ['applications.create', DAY_ONE],
      ['decisions.create', DAY_ONE],
      ['disbursements.create', DAY_ONE],
      ['payments.create', '2024-02-01'],
      ['payments.create', '2024-03-10'],
      ['policy.set', '2023-01-01'],
    ]);
    const payments = await bench.must<{ payment_reference: string }[]>(['loan', 'payments', loan], late);
    expect(payments.map((one) => one.payment_reference)).toEqual(['early', 'first', 'second']);
  });
});

/** Ids made anew in each run, and the number drawn for a request, differ; nothing else may. */
function withoutRandomIds(text: string): string {
  return text.replaceAll(/\b(PAY|DSB)-[0-9A-Z]{9}\b/g, '$1-…');
}
