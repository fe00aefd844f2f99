import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Terminal } from './terminal.ts';

const IBAN = 'EG380019000500000000263180002';

/** Answers a prompt once it is there: what is typed, then Enter. */
export async function answer(terminal: Terminal, question: string, typed = ''): Promise<void> {
  await terminal.shows(question);
  await terminal.type(typed);
  if (typed !== '') await terminal.shows(typed);
  await terminal.type('', 'Enter');
}

/** No line of a screen may be longer than the terminal, and no id or amount taken apart. */
function expectWhole(screen: string, cells: number): void {
  for (const line of screen.split('\n')) expect(line.length).toBeLessThanOrEqual(cells);
  expect(screen).not.toMatch(/(APP|LN|PAY|DSB)-\w{1,8}(?!\w)/);
}

/** Types the whole life of a loan with Tab, prompts and help alone, starting from `loandesk`. */
export async function typeALife(terminal: Terminal, cells: number): Promise<void> {
  await terminal.run('loandesk');
  expectWhole((await terminal.ended()).screen, cells);
  await terminal.run('loandesk help apply');
  expect((await terminal.ended()).screen).toContain('loandesk help exit-codes');

  await terminal.type('', 'C-l');
  await terminal.type('loandesk appl', 'Tab', 'Tab');
  await terminal.shows(/applications +\(/);
  await terminal.type('y', 'Enter');
  await answer(terminal, '(--merchant-id)', 'nile-crafts');
  await answer(terminal, '(--business-name)', 'Nile Crafts');
  await terminal.shows('(--amount)');
  await terminal.type('50,00');
  await terminal.shows(/50,00 +\n.*not an amount|50,00\n.*50,00/);
  await terminal.type('0');
  await terminal.shows('50,000.00 EGP');
  await terminal.type('', 'Enter');
  await answer(terminal, '(--purpose)');
  await answer(terminal, '(--monthly-sales)', '125000');
  await answer(terminal, '(--platform)');
  await answer(terminal, '(--term)', '12');
  const applied = await terminal.ended();
  expect(applied.exitCode).toBe(0);
  expectWhole(applied.screen, cells);

  await terminal.run('loandesk decide');
  await terminal.shows(/APP-\w{9} +Nile Crafts, 50,000.00 EGP, submitted/);
  await terminal.type('crafts');
  await terminal.shows(/\(APP\) crafts/);
  // Enter before the search is done takes nothing: what would be taken is not seen yet.
  await pause(500);
  await terminal.shows(/^\? Id of the application/m);
  await terminal.type('', 'Enter');
  await answer(terminal, '(--decision)');
  await terminal.shows('Recommended: ');
  await answer(terminal, '(--amount)');
  await answer(terminal, '(--rate)');
  await answer(terminal, '(--term)');
  await answer(terminal, '(Y/n)');
  const decided = await terminal.ended();
  expect(decided.exitCode).toBe(0);
  const [loan = ''] = /LN-\w{9}/.exec(decided.screen) ?? [];
  expectWhole(decided.screen, cells);

  await terminal.type('', 'C-l');
  await terminal.type('loandesk disburse LN', 'Tab');
  await terminal.shows(`disburse ${loan}`);
  await terminal.type('', 'Enter');
  await terminal.shows('EGP are left to pay out.');
  await answer(terminal, '(--method)');
  await answer(terminal, '(--account)', IBAN);
  await answer(terminal, '(--amount)');
  await answer(terminal, '(--date)');
  await terminal.shows('Will register 31,000.00 EGP for');
  await answer(terminal, '(Y/n)');
  expect((await terminal.ended()).exitCode).toBe(0);

  await terminal.run('loandesk pay');
  await answer(terminal, 'Nile Crafts, 31,000.00 EGP');
  await terminal.shows(/next installment, due on \d{4}-\d\d-\d\d, 3,\d\d\d\.\d\d EGP, payoff 31,000\.00 EGP/);
  await answer(terminal, '(--amount)');
  await answer(terminal, '(--date)');
  await answer(terminal, '(--method)');
  await answer(terminal, '(--reference)', 'FT26001');
  await answer(terminal, '(Y/n)');
  const paid = await terminal.ended();
  expect(paid.exitCode).toBe(0);
  expectWhole(paid.screen, cells);

  const screens = [
    [`loan show ${loan}`, '27,962.63'],
    [`loan schedule ${loan}`, '28,763.46'],
    [`loan payments ${loan}`, 'FT26001'],
    ['loan ls', loan],
  ] as const;
  for (const [words, shown] of screens) {
    await terminal.run(`loandesk ${words}`);
    const { screen, exitCode } = await terminal.ended();
    expect(exitCode, screen).toBe(0);
    expect(screen).toContain(shown);
    expectWhole(screen, cells);
  }

  // The answer comes seconds after the question: what is done is what was agreed to all the same.
  await terminal.run('loandesk pay reverse');
  await terminal.shows('(PAYMENT)');
  await terminal.type('FT26001');
  await terminal.shows('❯ PAY-');
  await terminal.type('', 'Enter');
  await answer(terminal, '(--reason)', 'wrong loan');
  await answer(terminal, '(y/N)', 'y');
  const reversed = await terminal.ended();
  expect(reversed.exitCode, reversed.screen).toBe(0);
  expect(reversed.screen).toContain('31,000.00');
}
