import { expect, it } from 'vitest';
import { FileReader } from '../../src/commands/payment-files/file-reader.ts';
import { importFile } from '../../src/commands/payment-files/import-file.ts';
import type { Deps } from '../../src/shell/command-definition.ts';

const PLAN = {
  batch_id: 'BAT-7K3QX9B23',
  plan_digest: 'd',
  dry_run: false,
  source_format: 'csv',
  source_name: null,
  already_posted_batch: null,
  new_rows: 1,
  known_rows: 0,
  verdict: 'done',
  statements: [],
  outcomes: { post: [], already_imported: [], held: [], not_a_repayment: [], refused: [] },
  totals: { principal: '0.00', interest: '0.00', fees: '0.00', credit: '0.00' },
  warnings: [],
  file_faults: [],
  corrections: [],
  rows: [],
};

/** A place whose plan is another the first times it is to be posted. */
function desk(changes: number, assumeYes: boolean) {
  const calls: string[] = [];
  const asked: string[] = [];
  let left = changes;
  const deps = {
    dryRun: false,
    assumeYes,
    interactive: !assumeYes,
    progress: (line: string) => asked.push(line),
    passing: () => true,
    confirm: async () => {
      asked.push('confirm');
      return true;
    },
    rooms: {
      openStatementFile: async () => ({
        format: 'csv',
        profile: null,
        paymentMethod: 'manual_transfer',
        sizeBytes: 1,
        parts: async function* () {
          yield [{ kind: 'end', digest: 'f', bytes: 1 }];
        },
      }),
      checkResultPlace: async () => {},
      writeResultFile: async () => 'x.result.csv',
    },
    backend: async () => ({
      describedAs: 'ledger',
      call: async (name: string) => {
        calls.push(name);
        if (name === 'payment_batches.plan' || left === 0) return { ok: true, value: PLAN };
        left -= 1;
        return { ok: false, problem: { code: 'plan_changed', detail: 'it would be another' } };
      },
    }),
  } as unknown as Deps;
  return { deps, calls, asked };
}

const CHOICES = {
  on_error: 'stop',
  expect_count: null,
  expect_total: null,
  strict_balances: false,
  strict_sequence: false,
  use_value_date: false,
  method: null,
  resultsFolder: null,
} as const;

const take = ({ deps }: ReturnType<typeof desk>) =>
  importFile('x.csv', new FileReader({}, deps), CHOICES, deps);

it('plans anew when the ledger changed meanwhile, and a person is asked about the new plan', async () => {
  const scripted = desk(2, true);
  expect((await take(scripted)).ok).toBe(true);
  expect(scripted.calls.filter((name) => name === 'payment_batches.plan')).toHaveLength(3);
  expect(scripted.asked).toEqual([]);
  const typed = desk(1, false);
  expect((await take(typed)).ok).toBe(true);
  expect(typed.asked).toEqual(['confirm', expect.stringContaining('changed meanwhile'), 'confirm']);
});

it('gives up when the ledger never stands still', async () => {
  const restless = desk(99, true);
  expect(await take(restless)).toMatchObject({ ok: false, problem: { code: 'plan_changed' } });
  expect(restless.calls).toHaveLength(10);
});
