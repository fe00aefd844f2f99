import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharingKeptCode } from '../kept-code.ts';
import { skipAloud } from '../skip-aloud.ts';
import { answer } from './loan-life.ts';
import { runProgram } from './run-program.ts';
import { hasTmux, onTerminal } from './terminal.ts';

const isHere = hasTmux();
if (!isHere) skipAloud('answers kept at prompts: tmux is not installed');

it.skipIf(!isHere)('what is refused is asked for again, and nothing else', { timeout: 120_000 }, () =>
  onTerminal(80, {}, async (terminal, folder) => {
    await terminal.run('loandesk apply --amount 500');
    await answer(terminal, '(--merchant-id)', 'nile-crafts');
    await answer(terminal, '(--business-name)', 'Nile Crafts');
    await answer(terminal, '(--purpose)');
    await answer(terminal, '(--monthly-sales)', '125000');
    await answer(terminal, '(--platform)');
    await terminal.shows('(--term)');
    await terminal.type('121');
    await terminal.shows('It must be 1 to 120 months.');
    await terminal.type('', 'C-u');
    await answer(terminal, '(--term)', '12');
    await terminal.shows('--amount (requested_amount) must be 1,000.00 to 100,000,000.00; 500.00 is not');
    await terminal.shows(/^\? Requested amount in EGP/m);
    await terminal.type('900');
    await terminal.shows('It must be 1,000.00 to 100,000,000.00 EGP.');
    await terminal.type('', 'C-u');
    await terminal.type('50000', 'Enter');
    const applied = await terminal.ended();
    expect(applied.exitCode, applied.screen).toBe(0);
    const [application = ''] = /APP-\w{9}/.exec(applied.screen) ?? [];

    await terminal.run(`loandesk decide ${application} --decision approved --amount 60000`);
    await answer(terminal, '(--rate)', '30');
    await answer(terminal, '(--term)');
    await terminal.shows(/\(--override-reason\)/);
    await terminal.type('', 'Enter');
    await terminal.shows('60,000.00 is above the requested amount, 50,000.00');
    await terminal.shows(/^\? Approved amount in EGP/m);
    await terminal.type('', 'C-c');
    const left = await terminal.ended();
    expect(left.exitCode).toBe(130);
    expect(left.screen).toContain('interrupted: nothing was written');
    const home = { environment: { LOANDESK_HOME: sharingKeptCode(join(folder, 'home')) } };
    const shown = await runProgram(['applications', 'show', application, '--json'], home);
    expect(JSON.parse(shown.out)).toMatchObject({ status: 'submitted' });
  }),
);
