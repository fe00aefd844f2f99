import type { CommandDefinition } from '../../shell/command-definition.ts';
import { SOURCE_COLUMNS } from './source-columns.ts';

/** `sources rm NAME`: removes a source profile that was kept. */
export const command: CommandDefinition = {
  path: ['sources', 'rm'],
  says: 'Remove a source of your own; those that come with the program stay.',
  more: 'What was imported by it stays as it is. Prints the source as "sources show" does, so that it can be kept again.',
  args: [{ name: 'NAME', says: 'the source', required: true, ids: 'source-kept' }],
  options: [],
  examples: [
    {
      line: 'loandesk sources rm delta',
      says: 'its files are read by --columns-map then, or by another source',
    },
    {
      line: 'loandesk sources rm delta --json > delta.json',
      says: 'it comes back with: sources add delta --from delta.json',
    },
  ],
  writes: false,
  async run(input, deps) {
    const source = (await deps.rooms.sources()).remove(input.args[0] ?? '', { carryOut: !deps.dryRun });
    if ('code' in source) return { ok: false, problem: source };
    return {
      ok: true,
      data: deps.dryRun ? { ...source, dry_run: true } : source,
      view: { shape: 'record', columns: SOURCE_COLUMNS },
      notices: deps.dryRun ? ['dry run: nothing was written'] : [`The source ${source.name} is removed.`],
    };
  },
};
