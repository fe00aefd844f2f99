import type { CommandDefinition } from '../../shell/command-definition.ts';
import { awaiting } from '../awaiting.ts';
import { OFFICER_COLUMNS } from './officer-columns.ts';
import { PASSWORD_OPTIONS, typedPassword } from './typed-password.ts';

/** `officers password OFFICER`: a new password; every token ends. */
export const command: CommandDefinition = {
  path: ['officers', 'password'],
  says: 'Set a new password for an officer; every token of theirs ends at once.',
  args: [{ name: 'OFFICER', says: 'e-mail or number of the officer', required: true, ids: 'officer' }],
  options: PASSWORD_OPTIONS,
  examples: [
    { line: 'loandesk officers password mona@bank.example', says: 'asks for it' },
    { line: 'loandesk officers password mona@bank.example --password-stdin < new.txt', says: 'from a file' },
  ],
  writes: true,
  calls: ['officers.password'],
  exitCodes: [8],
  columns: () => OFFICER_COLUMNS,
  async run(input, deps) {
    const password = await typedPassword(input, deps);
    if (typeof password !== 'string') return { ok: false, problem: password };
    const backend = await deps.backend();
    const asked = { officer: input.args[0] ?? '', password };
    const answer = await backend.call('officers.password', asked, { dryRun: deps.dryRun });
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: { shape: 'record', columns: OFFICER_COLUMNS },
      ...awaiting(answer.value, deps),
    };
  },
};
