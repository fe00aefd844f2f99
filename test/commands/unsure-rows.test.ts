import { expect, it } from 'vitest';
import { command as accept } from '../../src/commands/pay/review/accept.ts';
import { HELD_LIST_COLUMNS } from '../../src/commands/pay/review/held-columns.ts';
import { command as list } from '../../src/commands/pay/review/ls.ts';
import { command as show } from '../../src/commands/pay/review/show.ts';
import type { OperationOutput } from '../../src/contract/operation-types.ts';
import { evidenceInWords } from '../../src/domain/unsure-row.ts';
import { tableText } from '../../src/render/table.ts';
import type { CommandDefinition, Deps } from '../../src/shell/command-definition.ts';

type Held = OperationOutput<'held_rows.get'>;

const HELD = 'HLD-7K3QX9B23';
const LOAN = 'LN-7K3QX9B23';
const PAYMENT = 'PAY-2C7D9F1KA';
const OTHER = 'PAY-4M7Z1K8Q9';
const BATCH = 'BAT-7K3QX9B23';
const FORM = { columns: null, headers: true, colorLevel: 0, widthCells: null, drawings: true } as const;

const CANDIDATES: Held['candidates'] = [
  {
    id: PAYMENT,
    batch_id: BATCH,
    line: 4,
    date: '2026-04-10',
    amount: 900,
    loan_id: LOAN,
    for: ['same_account', 'same_day', 'same_amount'],
    against: ['other_text'],
  },
  { id: null, batch_id: BATCH, line: 5, date: null, amount: null, loan_id: null, for: [], against: [] },
  {
    id: OTHER,
    batch_id: null,
    line: null,
    date: '2026-04-09',
    amount: 900,
    loan_id: null,
    for: ['equal_text'],
    against: [],
  },
];

function unsure(more: Partial<Held> = {}): Held {
  return {
    held_id: HELD,
    state: 'open',
    kind: 'receipt',
    waiting_amount: 900,
    code: 'may_be_known',
    reason: 'it looks like a row imported before',
    suggestions: [LOAN, PAYMENT, OTHER],
    candidates: CANDIDATES,
    steps: [],
    ...more,
  } as unknown as Held;
}

async function ran(command: CommandDefinition, value: unknown) {
  const deps = {
    tableOnTerminal: true,
    backend: async () => ({ call: async () => ({ ok: true, value }) }),
  } as unknown as Deps;
  const result = await command.run({ args: [HELD], options: {} }, deps);
  if (!result.ok) throw new Error(result.problem.detail);
  return result;
}

it('shows what an unsure row may be, in words, and the commands that end the doubt', async () => {
  const { notices, data, view } = await ran(show, unsure());
  expect(notices).toEqual([
    `${HELD} may be known already. When it is`,
    `  a payment of its own, for ${LOAN}: loandesk pay review accept ${HELD}`,
    `  one for another loan: loandesk pay review match ${HELD} LOAN`,
    `  the same money told again: loandesk pay review dismiss ${HELD} --reason "it is ${PAYMENT}"`,
  ]);
  if (view?.shape !== 'record') throw new Error('a held row is a record');
  expect(tableText(data, view, FORM).split('What it may be\n')[1]).toBe(
    `Candidate        Date        Amount  Loan          Batch          Line  Speaks for it                        Speaks against it
${PAYMENT}    2026-04-10  900.00  ${LOAN}  ${BATCH}     4  same account, same day, same amount  another text
a row of a file  –                –  –             ${BATCH}     5  –                                    –
${OTHER}    2026-04-09  900.00  –             by hand           –  the same text                        –
`,
  );
});

it.each<[string, Partial<Held>, readonly string[]]>([
  [
    'names no loan',
    { suggestions: [PAYMENT] },
    [
      `a payment of its own: loandesk pay review match ${HELD} LOAN`,
      `the same money told again: loandesk pay review dismiss ${HELD} --reason "it is ${PAYMENT}"`,
    ],
  ],
  [
    'names several loans, of an older version',
    { code: 'equals_imported_row', suggestions: [LOAN, 'LN-00000000S'], candidates: [] },
    [
      `a payment of its own: loandesk pay review match ${HELD} LOAN`,
      `the same money told again: loandesk pay review dismiss ${HELD} --reason "told twice"`,
    ],
  ],
  [
    'is in another currency',
    { waiting_amount: null },
    [`the same money told again: loandesk pay review dismiss ${HELD} --reason "it is ${PAYMENT}"`],
  ],
])('names only the ways out there are of a row that %s', async (_what, more, ways) => {
  const { notices } = await ran(show, unsure(more));
  expect(notices?.slice(1)).toEqual(ways.map((way) => `  ${way}`));
});

it('names the way out of no row that is settled, and lists why rows are held in a few words', async () => {
  expect((await ran(show, unsure({ state: 'settled' }))).notices).toEqual([]);
  expect((await ran(list, [unsure(), unsure({ suggestions: [LOAN] })])).notices).toEqual([
    `${HELD} may be ${PAYMENT}, ${OTHER}: loandesk pay review show ${HELD}`,
    `${HELD} may be known already: loandesk pay review show ${HELD}`,
  ]);
  const why = HELD_LIST_COLUMNS.find(({ title }) => title === 'Why')?.words;
  const codes = ['may_be_known', 'no_match', 'loan_paid_off', 'a_new_reason'];
  expect(codes.map((code) => why?.(code))).toEqual([
    'may be known already',
    'names no loan',
    'The loan is paid off',
    'a new reason',
  ]);
  expect(evidenceInWords('a_new_code')).toBe('a new code');
});

it.each<[string, Partial<Held>, readonly string[]]>([
  [
    'what it may be',
    {},
    [
      `${HELD} may be ${PAYMENT} of 900.00 on 2026-04-10 for ${LOAN}; for it: same account, same day, same amount; against it: another text.`,
      `${HELD} may be a row of a file.`,
      `${HELD} may be ${OTHER} of 900.00 on 2026-04-09; for it: the same text.`,
    ],
  ],
  [
    'why it is held, where that is all that is known',
    { candidates: [] },
    [`${HELD} is held because it may be known already: it looks like a row imported before.`],
  ],
])('asks before it is accepted, with %s, and Enter means no', async (_what, more, doubts) => {
  const plan = { held_id: HELD, state: 'settled', waiting_amount: 0, payments: [], reversed: null };
  const answers: Record<string, unknown> = { 'held_rows.accept': plan, 'held_rows.get': unsure(more) };
  const asked: unknown[] = [];
  const deps = {
    assumeYes: false,
    dryRun: false,
    backend: async () => ({ call: async (name: string) => ({ ok: true, value: answers[name] }) }),
    confirm: async (...said: readonly unknown[]) => {
      asked.push(...said);
      return true;
    },
  } as unknown as Deps;
  expect(await accept.run({ args: [HELD], options: {} }, deps)).toMatchObject({ ok: true, data: plan });
  expect(asked).toEqual([doubts, 'Book it as a new payment?', { defaultYes: false }]);
});
