import type { OperationOutput } from '../../../contract/operation-types.ts';
import { looksLikeId } from '../../../domain/identifiers.ts';
import { candidatesNamed } from '../../../domain/unsure-row.ts';
import type { CommandDefinition, Deps } from '../../../shell/command-definition.ts';
import { everyRowOrPage } from '../../every-page.ts';
import { SEARCH_OPTION } from '../../list-options.ts';
import { PAGE_OPTIONS } from '../../shared-options.ts';
import { given, textOption } from '../../typed-values.ts';
import { HELD_LIST_COLUMNS } from './held-columns.ts';
import { waitsUnsure } from './unsure-in-words.ts';

type Held = OperationOutput<'held_rows.list'>;

/** `pay review ls`: what a person must look at. */
export const command: CommandDefinition = {
  path: ['pay', 'review', 'ls'],
  says: 'List money of imported files that could not be posted by itself, the oldest first.',
  args: [],
  options: [
    {
      flag: '--state',
      value: { name: 'STATE', kind: 'choice', choices: ['open', 'settled', 'all', 'unsure'] },
      says: 'open, what waits (the default), settled, all, or unsure: what waits and may be known already',
    },
    { flag: '--batch', value: { name: 'BAT', kind: 'id', ids: 'batch' }, says: 'what one file left' },
    SEARCH_OPTION,
    ...PAGE_OPTIONS,
  ],
  examples: [
    { line: 'loandesk pay review ls', says: 'what waits, with the loans worth a look' },
    { line: 'loandesk pay review ls --state unsure', says: 'what may have been imported before' },
    { line: 'loandesk pay review ls --search "nile textiles"', says: 'by the payer' },
  ],
  writes: false,
  calls: ['held_rows.list'],
  async run(input, deps) {
    const backend = await deps.backend();
    const filter = given({
      state: textOption(input, 'state'),
      batch: textOption(input, 'batch'),
      q: textOption(input, 'search'),
    });
    const answer = await everyRowOrPage(input, deps, (paging) =>
      backend.call('held_rows.list', { ...filter, ...paging }),
    );
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      notices: suggestionsInWords(answer.value, deps),
      view: {
        shape: 'list',
        columns: HELD_LIST_COLUMNS,
        empty: 'Nothing waits for a look.',
        ...(answer.totalCount === undefined ? {} : { totalCount: answer.totalCount }),
      },
    };
  },
};

/** What each row that waits may be for, a line each, where a person looks. */
function suggestionsInWords(rows: Held, deps: Deps): string[] {
  if (!deps.tableOnTerminal) return [];
  return rows.flatMap((row) => {
    const { held_id, state, suggestions, kind } = row;
    if (waitsUnsure(row)) {
      const what = candidatesNamed(suggestions).join(', ') || 'known already';
      return [`${held_id} may be ${what}: loandesk pay review show ${held_id}`];
    }
    if (state !== 'open' || suggestions.length === 0) return [];
    const [first = ''] = suggestions;
    if (looksLikeId(first) === 'disbursement') {
      const reason = `returned by the bank (${held_id})`;
      return [
        `${held_id} may be ${suggestions.join(', ')}, returned: loandesk disbursements fail ${first} --reason "${reason}"`,
      ];
    }
    const what = kind === 'returned' ? 'may take back' : 'may be for';
    return [`${held_id} ${what} ${suggestions.join(', ')}: loandesk pay review match ${held_id} ${first}`];
  });
}
