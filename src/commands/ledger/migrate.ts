import type { Column } from '../../render/view.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';

/** `ledger migrate`: brings a ledger of an older loandesk to the form this one needs. */
export const command: CommandDefinition = {
  path: ['ledger', 'migrate'],
  says: 'Bring a ledger made by an older loandesk up to date; of a file a copy is kept.',
  more: 'All or nothing, and nothing at all when the ledger is up to date. Of a file any other command that writes does the same first; a database waits for this one.',
  args: [],
  options: [],
  examples: [{ line: 'loandesk ledger migrate', says: 'once, after loandesk was updated' }],
  writes: true,
  calls: ['ledger.info'],
  columns: () => COLUMNS,
  localOnly: true,
  migratesLedger: true,
  async run(_input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('ledger.info', {});
    if (!answer.ok) return answer;
    const { location, schema_version } = answer.value;
    return {
      ok: true,
      data: { location, schema_version },
      view: {
        shape: 'record',
        columns: COLUMNS,
      },
    };
  },
};

const COLUMNS: readonly Column[] = [
  { key: 'location', title: 'Ledger', kind: 'id' },
  { key: 'schema_version', title: 'Schema version', kind: 'integer' },
];
