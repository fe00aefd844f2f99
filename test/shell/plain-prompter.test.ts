import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { askToConfirm } from '../../src/shell/asking.ts';
import { type Prompter, prompterFor } from '../../src/shell/prompter.ts';
import type { Surroundings } from '../../src/shell/surroundings.ts';
import { Interrupted, NothingFound } from '../../src/shell/thrown.ts';

/** A terminal that hands over whole lines; `typed` is all that is typed on it. */
function plainTerminal(typed: string, environment: Record<string, string> = { TERM: 'dumb' }) {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk) => {
    shown += String(chunk);
  });
  input.end(typed);
  const surroundings = {
    machine: { environment },
    stderrIsTerminal: true,
    errorCells: () => 80,
    promptStreams: () => ({ input, output }),
    writeError: (text: string) => output.write(text),
  } as unknown as Surroundings;
  return { surroundings, shown: () => shown };
}

async function asked<Answer>(typed: string, ask: (prompter: Prompter) => Promise<Answer>) {
  const { surroundings, shown } = plainTerminal(typed);
  const answer = await ask(await prompterFor(surroundings));
  return { answer, shown: shown() };
}

const AMOUNT = {
  message: 'Amount (--amount)',
  offered: 'due',
  check: (text: string) => /^(\d+|due)$/.test(text) || `${text} is not an amount`,
  reads: () => null,
};

it('asks for a line, with what Enter answers, and again after what is wrong', async () => {
  expect(await asked('\n', ({ text }) => text(AMOUNT))).toEqual({
    answer: 'due',
    shown: 'Amount (--amount) [due]: ',
  });
  expect(await asked('much\r\n 500 \n', ({ text }) => text(AMOUNT))).toEqual({
    answer: '500',
    shown: 'Amount (--amount) [due]: much is not an amount\nAmount (--amount) [due]: ',
  });
});

it('numbers choices, and takes a number or a word', async () => {
  const question = { message: 'How?', choices: ['bank_transfer', 'wallet'], offered: null };
  const choose = ({ choose: ask }: Prompter) => ask(question);
  expect(await asked('٢\n', choose)).toEqual({
    answer: 'wallet',
    shown: 'How?\n  1  bank_transfer\n  2  wallet\nNumber or word: ',
  });
  const slips = await asked('\nwalet\nbank_transfer\n', choose);
  expect(slips.answer).toBe('bank_transfer');
  expect(slips.shown).toContain('Type a number from 1 to 2, or one of the words.\n');
  expect(slips.shown).toContain('Did you mean wallet?\n');
});

it('takes a word in whatever case, unless two choices are alike in that', async () => {
  const question = {
    message: 'Which column?',
    choices: ['Datum', 'Soll', 'SOLL', ' Betrag '],
    offered: null,
  };
  const choose = ({ choose: ask }: Prompter) => ask(question);
  for (const [typed, answer] of [
    ['Datum', 'Datum'],
    ['datum', 'Datum'],
    ['Soll', 'Soll'],
    ['SOLL', 'SOLL'],
    ['betrag', ' Betrag '],
    ['soll\n3', 'SOLL'],
  ]) {
    expect((await asked(`${typed}\n`, choose)).answer).toBe(answer);
  }
});

it('finds by a part of a name, and never takes what was only found', async () => {
  const rows = [
    { id: 'LN-1', says: 'Nile Crafts' },
    { id: 'LN-2', says: 'Nile Textiles' },
  ];
  const search = async (typed: string) => {
    const found = rows.filter(({ id, says }) => `${id} ${says}`.toLowerCase().includes(typed.toLowerCase()));
    if (found.length === 0) throw new NothingFound('No loan answers to this.');
    return found;
  };
  const find = (prompter: Prompter) => prompter.search({ message: 'Which loan?', search });
  expect(await asked('delta\ncrafts\n1\n', find)).toEqual({
    answer: 'LN-1',
    shown:
      'Which loan?: No loan answers to this.\nWhich loan?:   1  LN-1  Nile Crafts\nIts number, or another part of a name: ',
  });
  expect((await asked('ln-2\n', find)).answer).toBe('LN-2');
});

it('shows nothing of a secret', async () => {
  const secret = (prompter: Prompter) => prompter.secret('Password');
  expect(await asked('\nzz\u0015hun\u007fter 2\r', secret)).toEqual({
    answer: 'huter 2',
    shown: 'Password: \nA value is needed.\nPassword: \n',
  });
  await expect(asked('hunter\u0003', secret)).rejects.toThrow(Interrupted);
});

it('is interrupted when nothing more will be typed', async () => {
  await expect(asked('half a line', ({ text }) => text(AMOUNT))).rejects.toThrow(Interrupted);
});

it.each<Record<string, string>>([{ TERM: 'dumb' }, { TERM: 'xterm', ACCESSIBLE: '1' }])(
  'sends no cursor code: %o',
  async (environment) => {
    const { surroundings, shown } = plainTerminal('maybe\nنعم\n', environment);
    expect(await askToConfirm(surroundings, ['It is final.'], 'Go ahead?', false)).toBe(true);
    expect(shown()).toBe('It is final.\nGo ahead? (y/N): Answer yes or no (نعم or لا).\nGo ahead? (y/N): ');
  },
);
