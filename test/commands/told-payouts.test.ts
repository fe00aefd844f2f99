import { expect, it } from 'vitest';
import { command as list } from '../../src/commands/pay/review/ls.ts';
import { command as show } from '../../src/commands/pay/review/show.ts';
import type { Batch } from '../../src/commands/payment-files/batch-document.ts';
import { batchInWords } from '../../src/commands/payment-files/batch-in-words.ts';
import type { CommandDefinition, Deps } from '../../src/shell/command-definition.ts';

const HELD = 'HLD-7K3QX9B23';
const PAYOUT = 'DSB-4M7Z1K8Q9';

/** What a command says of one held row with its suggestions. */
async function notices(command: CommandDefinition, suggestions: readonly string[]) {
  const row = { held_id: HELD, state: 'open', kind: 'returned', suggestions, steps: [] };
  const value = command === list ? [row] : row;
  const deps = {
    tableOnTerminal: true,
    backend: async () => ({ call: async () => ({ ok: true, value }) }),
  } as unknown as Deps;
  const result = await command.run({ args: [HELD], options: {} }, deps);
  return result.ok ? result.notices : result;
}

it('a held row that may be a payout which came back is shown with the command that marks it failed', async () => {
  expect(await notices(list, [PAYOUT])).toEqual([
    `${HELD} may be ${PAYOUT}, returned: loandesk disbursements fail ${PAYOUT} --reason "returned by the bank (${HELD})"`,
  ]);
  expect(await notices(show, [PAYOUT])).toEqual([`May be the return of: ${PAYOUT}`]);
});

it('a held row that may take a payment back is shown with the command that matches it', async () => {
  expect(await notices(list, ['PAY-2C7D9F1KA'])).toEqual([
    `${HELD} may take back PAY-2C7D9F1KA: loandesk pay review match ${HELD} PAY-2C7D9F1KA`,
  ]);
});

it('what a statement tells of a payout is a note, and what is odd about a file a warning', () => {
  const batch = {
    outcomes: { post: [], already_imported: [], held: [], not_a_repayment: [], refused: [] },
    totals: { principal: '0.00', interest: '0.00', fees: '0.00', credit: '0.00' },
    statements: [],
    corrections: [],
    file_faults: [],
    already_posted_batch: null,
    source_name: null,
    new_rows: 1,
    known_rows: 0,
    warnings: [
      { code: 'disbursement_paid', message: 'it went out' },
      { code: 'intraday', message: 'it may change' },
    ],
  } as unknown as Batch;
  expect(batchInWords({ path: 'april.sta', batch }).slice(1)).toEqual([
    'note: it went out',
    'warning: it may change',
  ]);
});
