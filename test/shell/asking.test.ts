import { describe, expect, it } from 'vitest';
import { command as disburse } from '../../src/commands/disburse.ts';
import { askForMissing, askToConfirm } from '../../src/shell/asking.ts';
import type { Deps } from '../../src/shell/command-definition.ts';
import { Interrupted } from '../../src/shell/thrown.ts';
import { fakeCommand } from './fake-desk.ts';
import { terminal } from './keyed-terminal.ts';

const ENTER = '\r';
const DOWN = '\u001b[B';
const CTRL_C = '\u0003';
const CTRL_U = '\u0015';
const ACCOUNT = 'EG380019000500000000263180002';

const DEPS = {} as Deps;

/** A server of another make. */
const WITHOUT_LISTS = { call: async () => ({ ok: false, problem: { code: 'not_offered', detail: 'no' } }) };

const decide = fakeCommand('decide', {
  args: [{ name: 'APP', says: 'the application', required: true }],
  options: [
    {
      flag: '--decision',
      value: { name: 'D', kind: 'choice', choices: ['approved', 'rejected'] },
      says: 'what is decided',
      required: true,
    },
    {
      flag: '--rate',
      value: { name: 'R', kind: 'rate' },
      says: 'percent per year',
      requiredWhen: (options) => options.decision === 'approved',
    },
    {
      flag: '--reason',
      value: { name: 'TEXT', kind: 'text' },
      says: 'why',
      asks: 'Why?',
      requiredWhen: (options) => options.decision === 'rejected',
    },
  ],
});

describe('asking for what is missing', () => {
  it('asks for each in turn, and for what an answer makes necessary', async () => {
    const { surroundings, drawn } = terminal(
      ['The application (APP)', 'APP-1', ENTER],
      ['What is decided', DOWN, ENTER],
      ['Why? (--reason)', '   ', ENTER],
      ['> A value is needed', CTRL_U, 'no sales', ENTER],
    );
    expect(await askForMissing(decide, { args: [], options: {} }, surroundings, DEPS)).toEqual({
      args: ['APP-1'],
      options: { decision: 'rejected', reason: 'no sales' },
    });
    expect(drawn()).toContain('What is decided (--decision)');
    expect(drawn()).not.toContain('--rate');
  });

  it('judges what is typed while it is typed, and does not take what cannot be right', async () => {
    const { surroundings, drawn } = terminal(
      ['Percent per year', 'many'],
      ['many is not', ENTER],
      ['> many is not', CTRL_U, '24.5', ENTER],
    );
    const input = { args: ['APP-1'], options: { decision: 'approved' } };
    expect((await askForMissing(decide, input, surroundings, DEPS)).options.rate).toBe('24.5');
    expect(drawn()).toContain('many');
  });

  it('checks an id by its form and its check character', async () => {
    const command = fakeCommand('assess', {
      args: [{ name: 'APP', says: 'id of the application', required: true, of: 'application' }],
    });
    const { surroundings, drawn } = terminal(
      ['Id of the application (APP)', 'LN-7K3QX9B23', ENTER],
      ['> LN-7K3QX9B23 is a loan id', CTRL_U, 'APP-4M7Z1K8QC', ENTER],
      ['> APP-4M7Z1K8QC is mistyped', CTRL_U, 'app-4m7z1k8q9', ENTER],
    );
    const elsewhere = { lookups: async () => WITHOUT_LISTS } as unknown as Deps;
    const answered = await askForMissing(command, { args: [], options: {} }, surroundings, elsewhere);
    expect(answered.args).toEqual(['app-4m7z1k8q9']);
    expect(drawn()).toContain('its check character does not');
  });

  it('checks an account by the method, which it asks for first', async () => {
    const { surroundings } = terminal(
      ['How does the money go? (--method)', ENTER],
      ['Receiving account', 'EG380019000500000000263180003', ENTER],
      ['> EG380019000500000000263180003', CTRL_U, ACCOUNT, ENTER],
      ['Value date', '2026-03-05', ENTER],
    );
    const input = { args: ['LN-7K3QX9B23'], options: {} };
    const deps = { backend: async () => WITHOUT_LISTS, today: () => '2026-03-01' } as unknown as Deps;
    expect((await askForMissing(disburse, input, surroundings, deps)).options).toEqual({
      method: 'bank_transfer',
      account: ACCOUNT,
      date: '2026-03-05',
    });
  });

  it('says what a person should read once, before the first value it is about', async () => {
    const command = fakeCommand('decide', {
      args: [{ name: 'APP', says: 'the application', required: true }],
      options: ['--amount', '--rate'].map((flag) => ({
        flag,
        value: { name: 'N', kind: 'rate' },
        says: `its ${flag.slice(2)}`,
        required: true,
      })),
      beforeAsking: {
        flags: ['--amount', '--rate'],
        tell: async ({ args, options }) => [`${args[0]}\u001b: recommended`, JSON.stringify(options)],
      },
    });
    const { surroundings, said } = terminal(
      ['The application (APP)', 'APP-1', ENTER],
      ['Its amount', '5', ENTER],
      ['Its rate', '6', ENTER],
    );
    await askForMissing(command, { args: [], options: {} }, surroundings, DEPS);
    expect(said()).toBe('APP-1\\u001b: recommended\n{}\n');
  });

  it('stops at Ctrl-C', async () => {
    const { surroundings } = terminal(['The application (APP)', 'APP', CTRL_C]);
    await expect(askForMissing(decide, { args: [], options: {} }, surroundings, DEPS)).rejects.toThrow(
      Interrupted,
    );
  });
});

describe('asking to confirm', () => {
  it.each([
    ['yes', true, true],
    ['نعم', false, true],
    ['', true, true],
    ['', false, false],
    ['لا', true, false],
    ['N', true, false],
  ])('"%s" with Enter meaning %s', async (typed, defaultYes, agreed) => {
    const { surroundings, said } = terminal(['Go ahead?', typed, ENTER]);
    const answer = await askToConfirm(surroundings, ['Pays 5.00 to\u001b[2J.'], 'Go ahead?', defaultYes);
    expect(said()).toBe('Pays 5.00 to\\u001b[2J.\n');
    if (agreed) expect(answer).toBe(true);
    else expect(answer).toEqual({ code: 'declined', detail: 'Nothing was written.' });
  });

  it('asks again when the answer is neither', async () => {
    const { surroundings, drawn } = terminal(
      ['Go ahead?', 'maybe', ENTER],
      ['> Answer yes or no', CTRL_U, 'y', ENTER],
    );
    expect(await askToConfirm(surroundings, [], 'Go ahead?', false)).toBe(true);
    expect(drawn()).toContain('Answer yes or no');
  });
});
