import { describe, expect, it } from 'vitest';
import type { BatchPlan } from '../service/payment-files.ts';
import type { Evidence, Scenario, ToldFile } from './bank.ts';
import { judge } from './judge.ts';
import type { CsvLayout } from './layouts.ts';
import { Places } from './places.ts';
import { rendered } from './renderers.ts';

const LOANS = ['LN-ONE'];
const LAYOUT: CsvLayout = {
  kind: 'csv',
  headings: 'english',
  balance: true,
  balanceLines: false,
  reference: true,
  status: false,
  valueDate: false,
  branch: false,
  amount: 'sides',
  order: 'oldest',
  placeholder: '-',
  text: 'plain',
  delimiter: ',',
  dates: 'iso',
  amounts: 'plain',
  quotes: 'needed',
  marked: false,
  saved: 'text',
  blank: '',
  account: 'above',
};

/** Two equal payments of one day. */
function twoEqual(evidence: Evidence): Scenario {
  const movement = {
    account: 0,
    day: 3,
    amount: 10_000,
    direction: 'credit',
    loan: 0,
    named: true,
    text: 'Transfer',
    reference: null,
    fate: 'booked',
    reversedOn: null,
    takesBack: null,
  } as const;
  const movements = [
    { ...movement, id: 0 },
    { ...movement, id: 1 },
  ];
  const accounts = [{ evidence, opening: 100_000, slices: true }];
  return { seed: 0, accounts, ordinary: true, movements, steps: [] };
}

type Became = Partial<BatchPlan['rows'][number]>;
const posted = (payment_id: string): Became => ({ outcome: 'post', payment_id, loan_id: 'LN-ONE' });
const known = (payment_id: string): Became => ({ outcome: 'already_imported', payment_id });
const held = (held_id: string, code: string): Became => ({ outcome: 'held', held_id, code });

/** Files one after the other: what each tells and what became of its rows. Answers the kind of the fault. */
function judged(evidence: Evidence, ...files: readonly (readonly [told: number[], ...Became[]])[]): string {
  const scenario = twoEqual(evidence);
  const places = new Places([evidence]);
  try {
    for (const [at, [told, ...became]] of files.entries()) {
      const file: ToldFile = { account: 0, told, madeOn: 4, layout: LAYOUT, damaged: [] };
      const rendering = rendered(file, scenario, LOANS);
      const rows = rendering.lines.map(({ line }, row) => ({
        line,
        code: null,
        reason: null,
        payment_id: null,
        held_id: null,
        ...became[row],
      }));
      const batch = { rows, file_faults: [] } as unknown as BatchPlan;
      const name = `F${at + 1}`;
      judge(
        { name, file, rendered: rendering, whole: rendering, batch, ordinary: () => true, loans: LOANS },
        places,
      );
    }
  } catch (error) {
    return (error as { kind: string }).kind;
  }
  return 'right';
}

describe('the judge', () => {
  it.each<[string, string]>([
    [judged('balances', [[0], posted('A')], [[0, 1], known('A'), posted('B')]), 'right'],
    [judged('balances', [[0], posted('A')], [[1], known('A')]), 'lost'],
    [judged('balances', [[0], posted('A')], [[0], posted('B')]), 'posted_twice'],
    [judged('balances', [[1], posted('A')], [[0, 1], known('A'), posted('B')]), 'known_names_other'],
    [judged('balances', [[0], posted('A')], [[1], held('H', 'may_be_known')]), 'unsure'],
    [judged('balances', [[0], { ...posted('A'), loan_id: 'LN-TWO' }]), 'wrong_loan'],
    [judged('balances', [[0], held('H', 'no_match')]), 'unsure'],
    [judged('balances', [[0], { outcome: 'not_a_repayment' }]), 'receipt_not_a_repayment'],
    [judged('balances', [[0], { outcome: 'refused', code: 'x' }]), 'refused_x'],
    [judged('balances', [[0], known('A')]), 'known_names_nothing'],
    // Where nothing tells them apart, as many stand as were told at once.
    [judged('none', [[0], posted('A')], [[0, 1], posted('B'), known('A')]), 'right'],
    [judged('none', [[0], posted('A')], [[0, 1], known('A'), known('A')]), 'lost'],
  ])('says %s where that is so', (said, right) => expect(said).toBe(right));
});
