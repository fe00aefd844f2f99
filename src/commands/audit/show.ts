import type { CommandDefinition } from '../../shell/command-definition.ts';
import { AUDIT_COLUMNS } from './audit-columns.ts';

/** `audit show SEQUENCE`: one record with what stood before and after. */
export const command: CommandDefinition = {
  path: ['audit', 'show'],
  says: 'Show one audit record with what stood before and after.',
  args: [{ name: 'SEQUENCE', says: 'sequence of the record in "loandesk audit ls"', required: true }],
  options: [],
  examples: [{ line: 'loandesk audit show 42 --json', says: 'for a program' }],
  writes: false,
  calls: ['audit.get'],
  discloses: () => true,
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('audit.get', { sequence: input.args[0] ?? '' });
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'record',
        columns: [
          ...AUDIT_COLUMNS.map(({ key, title, kind }) => ({
            key,
            title,
            kind: key === 'objects' ? 'json' : kind,
          })),
          { key: 'business_date', title: 'Given business date', kind: 'date' },
          { key: 'before', title: 'Before', kind: 'json' },
          { key: 'after', title: 'After', kind: 'json' },
        ],
      },
    };
  },
};
