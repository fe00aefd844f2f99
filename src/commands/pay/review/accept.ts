import type { OperationOutput } from '../../../contract/operation-types.ts';
import type { CommandDefinition, Deps } from '../../../shell/command-definition.ts';
import { carryOut } from '../../carry-out.ts';
import { given, textOption } from '../../typed-values.ts';
import { askingToMatch, matchedResult, PAYMENTS } from './matched-row.ts';
import { candidatesInWords } from './unsure-in-words.ts';

/** `pay review accept HLD`: says that a row which may be known already is new after all. */
export const command: CommandDefinition = {
  path: ['pay', 'review', 'accept'],
  says: 'Book held money that may be known already as a new payment, on the loan it names.',
  more: 'Books all that is left of it, as match does; "pay review show" says what it may be, and what speaks for and against that. Of a row that names no loan, or is for another than it names, say which with "pay review match"; what was told twice is dismissed.',
  args: [{ name: 'HLD', says: 'id of the held row', required: true, of: 'held_row', ids: 'held-row-unsure' }],
  options: [
    {
      flag: '--date',
      value: { name: 'DATE', kind: 'date' },
      says: "payment date, not before the row's own (the default)",
      field: 'date',
    },
  ],
  examples: [
    { line: 'loandesk pay review accept HLD-7K3QX9B23', says: 'asks first' },
    { line: 'loandesk pay review accept HLD-7K3QX9B23 --dry-run', says: 'what it would come to' },
  ],
  writes: true,
  calls: ['held_rows.accept', 'held_rows.get', 'loans.get'],
  exitCodes: [8],
  columns: () => PAYMENTS,
  async run(input, deps) {
    const request = { held_id: input.args[0] ?? '', ...given({ date: textOption(input, 'date') }) };
    const done = await carryOut(deps, 'held_rows.accept', request, (plan) => asking(plan, deps));
    return done.ok ? matchedResult(done.value, deps) : done;
  },
};

/** Enter means no: the money may be on the books already. */
async function asking(plan: OperationOutput<'held_rows.accept'>, deps: Deps) {
  const { summary } = await askingToMatch(plan, deps);
  const row = await (await deps.backend()).call('held_rows.get', { held_id: plan.held_id });
  const doubts = row.ok ? candidatesInWords(row.value) : [];
  return { summary: [...summary, ...doubts], question: 'Book it as a new payment?', defaultYes: false };
}
