import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skipAloud } from '../skip-aloud.ts';
import { applyWords, approveWords, DAY_ONE, disburseWords, Workbench } from '../workbench.ts';

function isThere(): boolean {
  try {
    execFileSync('hledger', ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

const hasHledger = isThere();
if (!hasHledger) {
  skipAloud('the exported journal is not read by hledger (on Debian: apt-get install hledger)');
}

interface Balances {
  readonly accounts: readonly { readonly account: string; readonly debit: string; readonly credit: string }[];
}

/** Names that would break a journal if they could, and payments booked late, on days of their own. */
const NAMES = ['Nile; Crafts | Co', 'date:2020-01-01 شركة (النيل) * ! 有限公司', 'a  b\t"c" = @ {x}'];

describe.skipIf(!hasHledger)('the exported journal, read by hledger', () => {
  let bench: Workbench;
  const days = [DAY_ONE, '2024-02-10', '2024-02-20', '2024-03-05'];

  beforeAll(async () => {
    bench = new Workbench();
    const loans: string[] = [];
    for (const name of NAMES) {
      const words = applyWords().map((word) => (word === 'Nile Crafts' ? name.replace('\t', ' ') : word));
      const { application_id } = await bench.prepare<{ application_id: string }>(words);
      const { loan_id } = await bench.prepare<{ loan_id: string }>(approveWords(application_id));
      await bench.prepare(disburseWords(loan_id));
      loans.push(loan_id);
    }
    const pay = (loan: string, amount: string, date: string, businessDate: string) =>
      bench.must(['pay', loan, '--amount', amount, '--date', date, '--method', 'auto_debit', '--yes'], {
        businessDate,
      });
    await pay(loans[0]!, '4727.98', '2024-02-10', '2024-02-10');
    await pay(loans[1]!, '0.01', '2024-02-10', '2024-02-10');
    await pay(loans[0]!, '1234.56', '2024-02-20', '2024-02-20');
    // Known late: of value in February, handed on in March.
    await pay(loans[2]!, '999.99', '2024-02-10', '2024-03-05');
    await pay(loans[1]!, 'payoff', '2024-03-05', '2024-03-05');
  }, 60_000);
  afterAll(() => bench?.remove());

  async function exported(name: string, ...words: readonly string[]): Promise<string> {
    const ran = await bench.run(['ledger', 'export', ...words]);
    expect(ran.exitCode, ran.stderr).toBe(0);
    const path = join(bench.folder, name);
    writeFileSync(path, ran.stdout);
    return path;
  }

  const hledger = (files: readonly string[], ...words: readonly string[]) =>
    execFileSync('hledger', [...files.flatMap((file) => ['-f', file]), ...words], {
      encoding: 'utf8',
      env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
    });

  /** Balances by account, debits above zero, as hledger adds them up. */
  const balances = (files: readonly string[], ...more: readonly string[]) =>
    Object.fromEntries(
      hledger(files, 'balance', '--flat', '-O', 'csv', '-N', ...more)
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => /^"(.*)","(.*) EGP"$/.exec(line)!.slice(1) as [string, string]),
    );

  async function trialBalance(asOf: string): Promise<Record<string, string>> {
    const { accounts } = await bench.must<Balances>(['report', 'trial-balance', '--as-of', asOf], {
      businessDate: '2024-03-05',
    });
    return Object.fromEntries(
      accounts
        .map(({ account, debit, credit }) => [account, credit === '0.00' ? debit : `-${credit}`] as const)
        .filter(([, amount]) => amount !== '0.00'),
    );
  }

  it('passes every check, strict ones too, and balances like the trial balance at any date', async () => {
    const whole = await exported('whole.journal');
    hledger([whole], 'check');
    hledger([whole], 'check', '--strict');
    expect(balances([whole])).toEqual(await trialBalance('2024-03-05'));
    expect(balances([whole], '-e', '2024-02-11')).toEqual(await trialBalance('2024-02-10'));
  });

  it('is the sum of its days, each with what was booked on it', async () => {
    const whole = await exported('whole.journal');
    const daily: string[] = [];
    for (const day of days) daily.push(await exported(`${day}.journal`, '--booked-on', day));
    hledger(daily, 'check', '--strict');
    expect(balances(daily)).toEqual(balances([whole]));
    const count = (files: readonly string[]) => hledger(files, 'print').match(/^\d{4}-/gm)?.length;
    expect(count(daily)).toBe(count([whole]));
    expect(hledger([daily.at(-1)!], 'print')).toContain('2024-02-10 * (');
  });

  it('goes by the codes of the bank', async () => {
    const codes = { 'loan principal': 'assets:1201', 'interest income': 'income:4101' };
    await bench.must(['policy', 'set', `gl_accounts=${JSON.stringify(codes)}`]);
    const whole = await exported('coded.journal');
    hledger([whole], 'check', '--strict');
    const named = await trialBalance('2024-03-05');
    expect(balances([whole])).toMatchObject({
      'assets:1201': named['loan principal'],
      'income:4101': named['interest income'],
    });
  });
});
