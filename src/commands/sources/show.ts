import type { CommandDefinition } from '../../shell/command-definition.ts';
import { SOURCE_COLUMNS } from './source-columns.ts';

/** `sources show NAME`: one source profile with all that it says. */
export const command: CommandDefinition = {
  path: ['sources', 'show'],
  says: 'Show how the files of a source are read.',
  args: [{ name: 'NAME', says: 'the source', required: true, ids: 'source' }],
  options: [],
  examples: [
    { line: 'loandesk sources show bank-english', says: 'the headings it knows' },
    {
      line: 'loandesk sources show bank-english --json > delta.json',
      says: 'to begin one of your own with: sources add delta --from delta.json',
    },
  ],
  writes: false,
  async run(input, deps) {
    const source = (await deps.rooms.sources()).show(input.args[0] ?? '');
    if ('code' in source) return { ok: false, problem: source };
    return { ok: true, data: source, view: { shape: 'record', columns: SOURCE_COLUMNS } };
  },
};
