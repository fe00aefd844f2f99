import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharingKeptCode } from '../kept-code.ts';
import { skipAloud } from '../skip-aloud.ts';
import { typeALife } from './loan-life.ts';
import { runProgram } from './run-program.ts';
import { hasTmux, onTerminal } from './terminal.ts';

const isHere = hasTmux();
if (!isHere) skipAloud('a loan typed by hand: tmux is not installed');

it.skipIf(!isHere)('the life of a loan with Tab, prompts and help at 80 cells', { timeout: 120_000 }, () =>
  onTerminal(80, {}, (terminal) => typeALife(terminal, 80)),
);

/** Prompts of every kind: what is typed to come to it, and what shows that it is there. */
const PROMPTS: readonly (readonly [kind: string, line: string, shows: string])[] = [
  ['a search', 'loandesk decide', '(APP)'],
  ['a text', 'loandesk apply', '(--merchant-id)'],
  ['a choice', 'loandesk completion', '(SHELL)'],
  ['a secret', 'loandesk officers add --email a@bank.example --name A --role admin', 'New password'],
  ['a confirmation', 'loandesk decide APP --approve --amount 20000 --rate 30 --term 12', '(y/N)'],
];

describe.skipIf(!isHere)('Ctrl-C at a prompt', () => {
  it.each([{}, { TERM: 'dumb' }, { ACCESSIBLE: '1' }])(
    'ends with 130 and nothing written: %o',
    { timeout: 120_000 },
    async (environment) => {
      await onTerminal(80, environment as Record<string, string>, async (terminal, folder) => {
        await terminal.run('loandesk apply');
        await terminal.shows('(--merchant-id)');
        await terminal.type('', 'C-c');
        expect((await terminal.ended()).exitCode).toBe(130);
        expect(existsSync(join(folder, 'home', 'ledger.db'))).toBe(false);

        const home = { environment: { LOANDESK_HOME: sharingKeptCode(join(folder, 'home')) } };
        const words = 'apply --merchant-id m --business-name Nile --amount 50000 --purpose inventory';
        const more = '--monthly-sales 90000 --platform platform_a --term 12 --json';
        const applied = await runProgram(`${words} ${more}`.split(' '), home);
        const { application_id } = JSON.parse(applied.out) as { application_id: string };
        const before = await runProgram(['audit', 'ls', '--format', 'csv'], home);
        for (const [kind, line, shown] of PROMPTS) {
          await terminal.run(line.replace('APP', application_id));
          await terminal.shows(shown);
          await terminal.type('', 'C-c');
          const { exitCode, screen } = await terminal.ended();
          expect(exitCode, kind).toBe(130);
          expect(screen, kind).toContain('interrupted: ');
        }
        expect((await runProgram(['audit', 'ls', '--format', 'csv'], home)).out).toBe(before.out);
        const isPlain = Object.keys(environment).length > 0;
        // What bash writes stands around it: it switches the pasting of lines off before a program and on after it.
        const written = (await terminal.written()).replace(/\u001b\[\?2004h.*?\u001b\[\?2004l/gs, '');
        if (isPlain)
          expect(written.slice(written.indexOf('(--merchant-id)'))).not.toMatch(/\u001b(?!\[\?2004h)/);
      });
    },
  );
});
