import type { OperationOutput } from '../../../contract/operation-types.ts';
import { looksLikeId } from '../../../domain/identifiers.ts';
import type { InnerList } from '../../../render/view.ts';
import type { CommandDefinition } from '../../../shell/command-definition.ts';
import { HELD_COLUMNS } from './held-columns.ts';
import { CANDIDATES, waitsUnsure, waysOut } from './unsure-in-words.ts';

const STEPS: InnerList = {
  key: 'steps',
  title: 'What became of it',
  columns: [
    { key: 'number', title: 'Step', kind: 'integer' },
    { key: 'kind', title: 'What', kind: 'status' },
    { key: 'amount', title: 'Amount', kind: 'money' },
    { key: 'loan_id', title: 'Loan', kind: 'id' },
    { key: 'payment_id', title: 'Payment', kind: 'id' },
    { key: 'reason', title: 'Reason', kind: 'text' },
    { key: 'date', title: 'Date', kind: 'date' },
    { key: 'by', title: 'By', kind: 'text' },
  ],
};

/** `pay review show HLD`: a held row with what became of it. */
export const command: CommandDefinition = {
  path: ['pay', 'review', 'show'],
  says: 'Show held money with everything the bank said of it, what it may be, and what became of it.',
  more: 'Of a row that may be known already it shows each payment or row it may be, with what speaks for and against that, and the commands that end the doubt: accept, match and dismiss.',
  args: [{ name: 'HLD', says: 'id of the held row', required: true, of: 'held_row' }],
  options: [],
  examples: [{ line: 'loandesk pay review show HLD-7K3QX9B23', says: 'with the loans worth a look' }],
  writes: false,
  calls: ['held_rows.get'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('held_rows.get', { held_id: input.args[0] ?? '' });
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      notices: worthALook(answer.value),
      view: {
        shape: 'record',
        columns: HELD_COLUMNS.map(({ wideOnly: _always, ...column }) => column),
        inner: [CANDIDATES, STEPS],
      },
    };
  },
};

/** What a row may be about, and of one that may be known already how the doubt is ended. */
function worthALook(row: OperationOutput<'held_rows.get'>): string[] {
  const { held_id, suggestions, kind, state } = row;
  if (waitsUnsure(row)) {
    return [`${held_id} may be known already. When it is`, ...waysOut(row).map((way) => `  ${way}`)];
  }
  if (state === 'settled' || suggestions.length === 0) return [];
  const isOfDisbursement = looksLikeId(suggestions[0] ?? '') === 'disbursement';
  const what = isOfDisbursement
    ? 'May be the return of'
    : kind === 'returned'
      ? 'May take back'
      : 'May be for';
  return [`${what}: ${suggestions.join(', ')}`];
}
