import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/contract/problem.ts';
import { mendedByAnswers } from '../../src/shell/asking-again.ts';
import type { CommandInput, CommandResult, Deps } from '../../src/shell/command-definition.ts';
import { Interrupted } from '../../src/shell/thrown.ts';
import { fakeCommand } from './fake-desk.ts';
import { terminal } from './keyed-terminal.ts';

const ENTER = '\r';
const CTRL_C = '\u0003';
const CTRL_U = '\u0015';
const DEPS = {} as Deps;
const DONE: CommandResult = { ok: true, data: {}, view: { shape: 'record', columns: [] } };

function refused(code: string, errors?: Problem['errors']): CommandResult {
  return { ok: false, problem: { code, detail: 'no good', ...(errors === undefined ? {} : { errors }) } };
}

const TOO_LITTLE = refused('validation_failed', [
  { pointer: '/requested_amount', code: 'out_of_bounds', message: 'requested_amount is too little' },
]);

/** A command that answers what it is told to, one run after the other. */
function answering(results: readonly CommandResult[] = [], offers = false) {
  const inputs: CommandInput[] = [];
  const command = fakeCommand('apply', {
    options: [
      { flag: '--name', value: { name: 'N', kind: 'text' }, says: 'name', required: true },
      {
        flag: '--amount',
        value: { name: 'N', kind: 'amount' },
        says: 'amount',
        required: true,
        field: 'requested_amount',
        mends: ['amount_above_requested'],
        offers: async () => (offers ? `${inputs.length + 1}000` : null),
      },
    ],
    run: async (input) => {
      inputs.push(input);
      return results[inputs.length - 1] ?? DONE;
    },
  });
  return { command, inputs };
}

const input = { args: [], options: { name: 'Nile', amount: '500' } };

describe('answers that were refused', () => {
  it('are asked for again, the others kept; the same one is not taken', async () => {
    const { command, inputs } = answering();
    const { surroundings, said } = terminal(
      ['Amount (--amount)', '500', ENTER],
      ['> 500 was refused', CTRL_U, '5000', ENTER],
    );
    const ended = await mendedByAnswers(command, { input, result: TOO_LITTLE }, surroundings, DEPS);
    expect(ended).toEqual({ input: { args: [], options: { name: 'Nile', amount: '5000' } }, result: DONE });
    expect(inputs).toHaveLength(1);
    expect(said()).toContain('error: no good\n  --amount (requested_amount) is too little\n');
  });

  it('also where a refusal names no field, and where a flag of the line is what was refused', async () => {
    const { command } = answering();
    const result = refused('amount_above_requested');
    const { surroundings } = terminal(['Amount (--amount)', '400', ENTER]);
    const ended = await mendedByAnswers(command, { input, result }, surroundings, DEPS);
    expect(ended.input.options.amount).toBe('400');
  });

  it('are not asked for where something else is wrong, too', async () => {
    const { command, inputs } = answering();
    const { surroundings, said } = terminal();
    const both = refused('validation_failed', [
      { pointer: '/requested_amount', code: 'out_of_bounds', message: 'too little' },
      { pointer: '/merchant_id', code: 'too_long', message: 'too long' },
    ]);
    for (const result of [both, refused('already_decided'), refused('validation_failed')]) {
      const ended = await mendedByAnswers(command, { input, result }, surroundings, DEPS);
      expect(ended).toEqual({ input, result });
    }
    expect(inputs).toEqual([]);
    expect(said()).toBe('');
  });

  it('are asked for five times and no more', async () => {
    const { command, inputs } = answering(Array(9).fill(TOO_LITTLE), true);
    const offered = ['1000', '2000', '3000', '4000', '5000', '6000'];
    const { surroundings } = terminal(...offered.map((amount) => [`(${amount})`, ENTER] as const));
    const ended = await mendedByAnswers(command, { input, result: TOO_LITTLE }, surroundings, DEPS);
    expect(ended.result).toBe(TOO_LITTLE);
    expect(inputs).toHaveLength(5);
  });

  it('are given up at Ctrl-C', async () => {
    const { command, inputs } = answering();
    const { surroundings } = terminal(['Amount (--amount)', CTRL_C]);
    await expect(mendedByAnswers(command, { input, result: TOO_LITTLE }, surroundings, DEPS)).rejects.toThrow(
      Interrupted,
    );
    expect(inputs).toEqual([]);
  });
});
