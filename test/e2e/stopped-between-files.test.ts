import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharingKeptCode } from '../kept-code.ts';
import { skipAloud } from '../skip-aloud.ts';
import { runProgram } from './run-program.ts';
import { hasTmux, onTerminal } from './terminal.ts';

const isHere = hasTmux();
if (!isHere) skipAloud('Ctrl-C between two files: tmux is not installed');

const DAY = '2026-03-01';

it.skipIf(!isHere)('Ctrl-C at the second file says what the first one did', { timeout: 120_000 }, () =>
  onTerminal(80, {}, async (terminal, folder) => {
    const home = { environment: { LOANDESK_HOME: sharingKeptCode(join(folder, 'home')) } };
    const done = async (line: string) => {
      const ran = await runProgram([...line.split(' '), '--json', '--business-date', DAY], home);
      expect(ran.exitCode, ran.error).toBe(0);
      return JSON.parse(ran.out);
    };
    const { application_id } = await done(
      'apply --merchant-id m --business-name Nile --amount 50000 --purpose inventory --monthly-sales 90000 --platform platform_a --term 12',
    );
    const { loan_id } = await done(
      `decide ${application_id} --approve --amount 20000 --rate 30 --term 12 --yes`,
    );
    await done(`disburse ${loan_id} --account EG380019000500000000263180002 --method bank_transfer --yes`);
    for (const [name, day] of [
      ['first', '02'],
      ['second', '03'],
    ]) {
      const row = `${loan_id},1000,2026-03-${day}`;
      await writeFile(join(folder, `${name}.csv`), `loan_id,payment_amount,payment_date\n${row}\n`);
    }

    await terminal.run('loandesk pay import first.csv second.csv --business-date 2026-03-05');
    await terminal.shows(/Post 1 of 1,000\.00 EGP .*\(Y\/n\)/);
    await terminal.type('', 'Enter');
    await terminal.shows(/second\.csv \(csv by source loandesk\).*\(Y\/n\)/s);
    await terminal.type('', 'C-c');
    const { exitCode, screen } = await terminal.ended();
    expect(exitCode).toBe(130);
    expect(screen).toMatch(/Posted as BAT-\w{9}\./);
    expect(screen).toContain('second.csv and what comes after it was not imported: interrupted.');
    expect(screen).not.toContain('nothing was written');
    expect(await done('pay ls')).toHaveLength(1);
  }),
);
