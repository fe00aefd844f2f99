import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compose } from '../../src/compose.ts';
import type { ThrowAwayDesk } from '../../src/shell/command-definition.ts';
import { openThrowAwayDesk } from '../../src/shell/throw-away-desk.ts';

const HEAD = 'loan_id,payment_amount,payment_date,payment_reference';
const DAY = ['--business-date', '2026-05-01'];

let home: string;
let desk: ThrowAwayDesk;
let folder: string;
let loans: readonly string[];
let stdin = '';

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'loandesk-pay-import-'));
  stdin = '';
  const world = {
    osUser: () => 'mona',
    host: () => 'desk',
    standardInput: () => Readable.from([Buffer.from(stdin)]),
    workingFolder: home,
    temporaryFolder: () => home,
    writeError: () => {},
    onStopSignal: () => {},
    onExit: () => {},
    exit: () => {
      throw new Error('nothing is to end here');
    },
    remote: () => {
      throw new Error('no server in these tests');
    },
  };
  desk = await openThrowAwayDesk(home, compose(world), null);
  loans = [await disbursedLoan('delta'), await disbursedLoan('nile')];
  folder = dirname(await desk.writeFile('empty', ''));
});

afterEach(async () => {
  await desk.close();
  await rm(home, { recursive: true, force: true });
});

async function disbursedLoan(merchant: string): Promise<string> {
  const on = ['--business-date', '2026-01-31', '--json', '--yes'];
  const json = async (words: string) => {
    const { out, said, exitCode } = await desk.run([...words.split(' '), ...on]);
    if (exitCode !== 0) throw new Error(said);
    return JSON.parse(out);
  };
  const { application_id: app } = await json(
    `apply --merchant-id ${merchant} --business-name ${merchant} --amount 12000 --purpose inventory --monthly-sales 90000 --platform platform_a --term 12`,
  );
  const { loan_id: loan } = await json(
    `decide ${app} --approve --amount 12000 --rate 24 --term 12 --override-reason test`,
  );
  await json(`disburse ${loan} --method bank_transfer --account EG380019000500000000263180002`);
  return loan;
}

async function run(...words: readonly string[]) {
  const { out, said, exitCode } = await desk.run(['pay', 'import', ...words, ...DAY, '--json']);
  return { answer: out === '' ? null : JSON.parse(out), said, exitCode };
}

const file = (name: string, text: string) => desk.writeFile(name, text);
const own = (...rows: readonly string[]) => [HEAD, ...rows, ''].join('\n');
const count = (sums: readonly { count: number }[]) => sums.reduce((all, one) => all + one.count, 0);

async function paid(): Promise<string[]> {
  const all = await Promise.all(
    loans.map(async (loan) => JSON.parse((await desk.run(['loan', 'payments', loan, '--json'])).out)),
  );
  return all.flat().map((one) => `${one.payment_date} ${one.payment_amount} ${one.payment_reference ?? ''}`);
}

const rowsOf = () => [
  `${loans[0]},1000.00,2026-03-01,R1`,
  `${loans[0]},250.50,2026-03-02,`,
  `${loans[1]},300.00,2026-03-03,R2`,
  `${loans[0]},250.50,2026-03-02,`,
  `${loans[1]},300.00,2026-03-03,R3`,
];

describe('pay import', () => {
  it('prints the document of the file, its amounts as text, and says nothing new of it', async () => {
    const path = await file('daily.csv', own(...rowsOf()));
    const { answer, said, exitCode } = await run(path, '--dry-run', '--rows');
    expect(exitCode).toBe(0);
    expect(Object.keys(answer).slice(0, 8)).toEqual(
      'batch_id digest source_format dry_run statements outcomes totals warnings'.split(' '),
    );
    expect(Object.keys(answer.statements[0])).toEqual(
      'account currency opening closing ties entries credits debits'.split(' '),
    );
    expect(Object.keys(answer.rows[0]).slice(0, 12)).toEqual(
      'line reference amount currency date outcome reason loan_id payment_id principal_amount interest_amount remaining_balance'.split(
        ' ',
      ),
    );
    expect(answer).toMatchObject({
      batch_id: null,
      source_format: 'csv',
      dry_run: true,
      outcomes: { post: [{ currency: 'EGP', count: 5, sum: '2101.00' }], refused: [] },
      warnings: [],
    });
    expect(answer.rows).toHaveLength(5);
    const numbers = JSON.stringify(answer).match(/"\w*(amount|sum|balance|principal|interest)\w*":\d/g);
    expect(numbers).toBeNull();
    expect(said).toContain('5 new, 0 already imported');
    expect(said).toContain('dry run: nothing was written');
    expect(await readdir(folder)).not.toContain('daily.result.csv');
    expect(await paid()).toEqual([]);
  });

  it('posts once, whatever is done to the file; equal payments in it are all kept', async () => {
    const rows = rowsOf();
    const path = await file('daily.csv', own(...rows));
    expect((await run(path, '--yes')).exitCode).toBe(0);
    const once = await paid();
    expect(once).toHaveLength(5);
    const again = async (name: string, text: string) => {
      const { answer, said, exitCode } = await run(await file(name, text), '--yes');
      expect(exitCode, said).toBe(0);
      expect(answer.batch_id).toBeNull();
      expect(said).toMatch(/0 new, \d already imported/);
      expect(await paid()).toEqual(once);
    };
    await again('daily.csv', own(...rows));
    await again('renamed.txt', own(...rows));
    await again('bom.csv', `\ufeff${own(...rows)}`.replaceAll('\n', '\r\n'));
    await again('shuffled.csv', own(...[4, 2, 0, 3, 1].map((at) => rows[at] as string)));
    await again('first.csv', own(...rows.slice(0, 4)));
    await again('second.csv', own(...rows.slice(2)));
    await again('semicolons.csv', own(...rows).replaceAll(',', ';'));
  });

  it('takes two files that overlap as what they are together', async () => {
    const rows = rowsOf();
    const later = await file('b.csv', own(...rows.slice(2)));
    const earlier = await file('a.csv', own(...rows.slice(0, 3)));
    const { answer, exitCode } = await run(later, earlier, '--yes');
    expect(exitCode).toBe(0);
    expect(answer.files.map((one: { file: string }) => one.file)).toEqual([earlier, later]);
    expect((await paid()).sort()).toEqual(
      ['2026-03-01 1000 R1', '2026-03-02 250.5 ', '2026-03-03 300 R2', '2026-03-03 300 R3'].sort(),
    );
  });

  it('posts a refused row that, corrected, equals one posted with its file: that has two of them', async () => {
    const row = (date: string) => `${loans[0]},500.00,${date},`;
    const path = await file('twice.csv', own(row('2026-03-31'), row('2026-03-32')));
    expect(await run(path, '--yes', '--on-error', 'reject')).toMatchObject({ exitCode: 8 });
    const rejects = join(folder, 'twice.rejects.csv');
    await writeFile(rejects, (await readFile(rejects, 'utf8')).replaceAll('2026-03-32', '2026-03-31'));
    const { answer, said, exitCode } = await run(rejects, '--yes');
    expect(exitCode).toBe(0);
    expect(answer).toMatchObject({ of_rejected: true, outcomes: { post: [{ count: 1, sum: '500.00' }] } });
    expect(said).toContain('twice.rejects.csv (csv by source loandesk, rows refused before): 1 new');
    expect(await paid()).toEqual(['2026-03-31 500 ', '2026-03-31 500 ']);
    expect(await run(rejects, '--yes')).toMatchObject({ exitCode: 0, answer: { batch_id: null } });
  });

  it('posts nothing of a file with a wrong row; with --on-error reject the others, and the corrected rest', async () => {
    const rows = rowsOf();
    const wrong = rows.with(0, `${loans[0]},abc,2026-03-01,R1`).with(2, 'LN-7K3QX9B23,300.00,2026-03-03,R9');
    const path = await file('daily.csv', own(...wrong));
    const stopped = await run(path, '--yes');
    expect(stopped.exitCode).toBe(3);
    expect(stopped.answer).toMatchObject({ batch_id: null, outcomes: { refused: [{ count: 2 }] } });
    expect(stopped.said).toContain('refused: line 2: payment_amount "abc": ');
    expect(stopped.said).toMatch(/refused: line 4: loan_id "LN-7K3QX9B23": .*\(unknown_loan\)/);
    expect(await paid()).toEqual([]);
    expect(await readFile(join(folder, 'daily.result.csv'), 'utf8')).toContain(',not_posted,');

    const posted = await run(path, '--yes', '--on-error', 'reject');
    expect(posted.exitCode).toBe(8);
    expect(count(posted.answer.outcomes.post)).toBe(3);
    const rejects = join(folder, 'daily.rejects.csv');
    const text = await readFile(rejects, 'utf8');
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      `${HEAD},line,code,reason`,
      expect.stringMatching(new RegExp(`^${loans[0]},abc,2026-03-01,R1,2,invalid_amount,`)),
    ]);
    await writeFile(rejects, text.replace('abc', '1000.00').replace('LN-7K3QX9B23', loans[1] as string));
    const corrected = await run(rejects, '--yes');
    expect(corrected.exitCode).toBe(0);
    expect(corrected.answer).toMatchObject({
      warnings: [],
      outcomes: { post: [{ count: 2, sum: '1300.00' }] },
    });
    expect(await paid()).toHaveLength(5);
  });

  it('holds the file against what is expected of it', async () => {
    const path = await file('daily.csv', own(...rowsOf()));
    const { exitCode, said, answer } = await run(
      ...[path, '--yes', '--expect-count', '4', '--expect-total', '2,101.01'],
    );
    expect(exitCode).toBe(3);
    expect(said).toContain('4 rows were expected, the file has 5');
    expect(said).toContain('2101.01 EGP was expected, the file adds up to 2101.00');
    expect(answer.file_faults).toHaveLength(2);
    expect((await run(path, '--yes', '--expect-count', '5', '--expect-total', '2101')).exitCode).toBe(0);
    expect((await run(path, '--expect-total', 'much')).exitCode).toBe(2);
    expect((await run(path, '--expect-count', '1.5')).exitCode).toBe(2);
  });

  it('asks before it posts, and off a terminal wants --yes', async () => {
    const path = await file('daily.csv', own(...rowsOf()));
    expect((await run(path)).exitCode).toBe(2);
    expect(await paid()).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.includes('result'))).toEqual([]);
  });

  it('names the files of standard input by the batch, and takes a folder for them', async () => {
    stdin = own(...rowsOf());
    const { answer, exitCode } = await run('-', '--yes', '--results', join(home, 'out'));
    expect(exitCode).toBe(0);
    expect(await readdir(join(home, 'out'))).toEqual([`${answer.batch_id}.result.csv`]);
    const result = await readFile(join(home, 'out', `${answer.batch_id}.result.csv`), 'utf8');
    expect(result.trimEnd().split('\r\n')).toHaveLength(6);
    expect(result).toMatch(/\r\n2,R1,1000\.00,EGP,2026-03-01,post,[^\r]*,PAY-\w{9},/);
    expect((await run('-', 'x.csv')).exitCode).toBe(2);
  });

  it('refuses rows of standard input into a file by their original text', async () => {
    stdin = `{"loan_id":"${loans[0]}","payment_amount":"12.00","payment_date":"2026-03-01"}\n{"loan_id":"${loans[0]}","payment_amount":"x","payment_date":"2026-03-01"}\n`;
    const { answer, exitCode } = await run(
      '-',
      '--yes',
      '--on-error',
      'reject',
      '--results',
      join(home, 'out'),
    );
    expect(exitCode).toBe(8);
    expect(await readFile(join(home, 'out', `${answer.batch_id}.rejects.csv`), 'utf8')).toContain(
      `${loans[0]},x,2026-03-01,`,
    );
  });

  it('posts nothing when what became of the rows could not be kept', async () => {
    const path = await file('daily.csv', own(...rowsOf()));
    const { exitCode, said } = await run(path, '--yes', '--results', path);
    expect(exitCode).toBe(2);
    expect(said).toContain('cannot be written: something else of that name is there');
    expect(await paid()).toEqual([]);
  });

  it('waits for a person when what became of the rows cannot be kept after all, also when it is to be quiet', async () => {
    // Long enough that the trial before the posting may have its name and the file may not.
    const path = await file(`${'a'.repeat(237)}.csv`, own(...rowsOf()));
    const { exitCode, answer } = await run(path, '--yes', '--quiet');
    expect(exitCode).toBe(8);
    expect(count(answer.outcomes.post)).toBe(rowsOf().length);
    expect((await run(path, '--yes')).said).toContain('warning: what became of the rows could not be kept');
  });

  it('reads all files before it posts anything of one', async () => {
    const good = await file('good.csv', own(...rowsOf()));
    const bad = await file('bad.csv', 'Some,Other,Thing\n1,2,3\n');
    expect((await run(good, bad, '--yes')).exitCode).toBe(2);
    expect(await paid()).toEqual([]);
    const refused = await file('refused.csv', own('LN-1,x,2026-03-01,'));
    for (const code of [8, 3]) expect((await run(good, refused, '--yes')).exitCode).toBe(code);
  });

  it('names the flag where a script would have to guess', async () => {
    const path = await file('bank.csv', 'Date,Amount,Details\n01/02/2026,+5.00,a\n02/03/2026,+6.00,b\n');
    const { exitCode, said } = await run(path, '--yes');
    expect(exitCode).toBe(2);
    expect(said).toContain('--date-format');
    expect((await run(path, '--dry-run', '--date-format', 'DD/MM/YYYY')).exitCode).toBe(8);
  });

  it('tells of balances that do not tie once, and not of the statement after it again', async () => {
    const statement = (opens: string, closes: string) =>
      `:20:X\n:25:EG123\n:28C:1/1\n:60F:C260301EGP${opens}\n:61:260302D10,00NTRFNONREF\n:62F:C260302EGP${closes}\n-\n`;
    const path = await file('two.sta', statement('100,00', '50,00') + statement('300,00', '20,00'));
    const { answer } = await run(path, '--dry-run');
    expect(answer.warnings.map((one: { code: string }) => one.code)).toEqual([
      'balances_do_not_tie',
      'balances_do_not_tie',
    ]);
    expect((await run(path, '--dry-run', '--strict-balances')).exitCode).toBe(3);
  });
});
