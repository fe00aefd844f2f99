import { describe, expect, it } from 'vitest';
import { command as decide } from '../../src/commands/decide.ts';
import { command as pay } from '../../src/commands/pay.ts';
import type { CommandDefinition, CommandInput, Deps } from '../../src/shell/command-definition.ts';
import { type Desk, onDesk } from '../service/desk.ts';
import { applied, disbursed } from '../service/desk-loans.ts';

/** What a person is asked by a command; the answer is no. */
async function asked(desk: Desk, command: CommandDefinition, input: CommandInput) {
  let told: unknown;
  const deps = {
    backend: async () => desk,
    today: () => desk.today,
    actor: 'mona',
    dryRun: false,
    assumeYes: false,
    confirm: async (summary: readonly string[], question: string, { defaultYes = true } = {}) => {
      told = { summary, question, defaultYes };
      return { code: 'confirmation_needed', detail: 'no' };
    },
  } as unknown as Deps;
  await command.run(input, deps);
  return told;
}

describe('the question', () => {
  it(
    'of an approval names who asks for what, and wants a typed yes against the recommendation',
    onDesk(async (desk) => {
      const id = await applied(desk);
      const terms = { approve: true, amount: '40,000', rate: '24', term: '12' };
      expect(await asked(desk, decide, { args: [id], options: terms })).toEqual({
        summary: [
          `${id} of Nile Textiles (merchant M-1) asks for 100,000.00 EGP over 24 months.`,
          'cost: effective rate 26.8242 % a year, total interest 5,388.62, total to repay 45,388.62',
          'amount: recommended 15,000.00, given 40,000.00',
          'rate: recommended 31.5 %, given 24 %',
          'term: asked for 24 months, given 12',
        ],
        question: `Approve ${id} of Nile Textiles?`,
        defaultYes: false,
      });
      const followed = { ...terms, amount: '15000', rate: '31.5' };
      expect(await asked(desk, decide, { args: [id], options: followed })).toMatchObject({
        defaultYes: true,
      });
    }),
  );

  it(
    'before the terms are typed shows the recommendation',
    onDesk(async (desk) => {
      const id = await applied(desk);
      const deps = { backend: async () => desk } as unknown as Deps;
      const lines = await decide.beforeAsking?.tell({ args: [id], options: { approve: true } }, deps);
      expect(lines).toEqual([
        expect.stringContaining('of Nile Textiles (merchant M-1) asks for 100,000.00 EGP over 24 months.'),
        expect.stringMatching(/^Recommended: 15,000\.00 EGP at 31\.5 %\. Rating high, /),
      ]);
    }),
  );

  it(
    'of a payment names the business',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const options = { amount: '500', method: 'auto_debit' };
      expect(await asked(desk, pay, { args: [loanId], options })).toMatchObject({
        summary: [
          expect.stringContaining(`500.00 EGP on 2026-03-01 for ${loanId} of Nile Textiles: interest 0.00`),
        ],
      });
    }),
  );
});
