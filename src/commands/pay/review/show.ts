import { looksLikeId } from '../../../domain/identifiers.ts';
import type { CommandDefinition } from '../../../shell/command-definition.ts';
import { HELD_COLUMNS } from './held-columns.ts';

/** `pay review show HLD`: a held row with what became of it. */
export const command: CommandDefinition = {
  path: ['pay', 'review', 'show'],
  says: 'Show held money with everything the bank said of it, and what became of it.',
  args: [{ name: 'HLD', says: 'id of the held row', required: true, of: 'held_row' }],
  options: [],
  examples: [{ line: 'loandesk pay review show HLD-7K3QX9B23', says: 'with the loans worth a look' }],
  writes: false,
  calls: ['held_rows.get'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('held_rows.get', { held_id: input.args[0] ?? '' });
    if (!answer.ok) return answer;
    const { suggestions, kind, steps } = answer.value;
    const isOfDisbursement = looksLikeId(suggestions[0] ?? '') === 'disbursement';
    const what = isOfDisbursement
      ? 'May be the return of'
      : kind === 'returned'
        ? 'May take back'
        : 'May be for';
    return {
      ok: true,
      data: answer.value,
      notices: suggestions.length === 0 ? [] : [`${what}: ${suggestions.join(', ')}`],
      view: {
        shape: 'record',
        columns: HELD_COLUMNS.map(({ wideOnly: _always, ...column }) => column),
        ...(steps.length === 0
          ? {}
          : {
              inner: {
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
              } as const,
            }),
      },
    };
  },
};
