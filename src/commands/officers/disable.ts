import type { CommandDefinition } from '../../shell/command-definition.ts';
import { OFFICER_COLUMNS } from './officer-columns.ts';

/** `officers disable OFFICER`: ends an account and every token of it. */
export const command: CommandDefinition = {
  path: ['officers', 'disable'],
  says: 'Disable an officer for good; every token of theirs ends at once.',
  args: [{ name: 'OFFICER', says: 'e-mail or number of the officer', required: true, ids: 'officer' }],
  options: [],
  examples: [{ line: 'loandesk officers disable mona@bank.example', says: 'on her last day' }],
  writes: true,
  calls: ['officers.disable'],
  columns: () => OFFICER_COLUMNS,
  async run(input, deps) {
    const backend = await deps.backend();
    const asked = { officer: input.args[0] ?? '' };
    const answer = await backend.call('officers.disable', asked, { dryRun: deps.dryRun });
    if (!answer.ok) return answer;
    return { ok: true, data: answer.value, view: { shape: 'record', columns: OFFICER_COLUMNS } };
  },
};
