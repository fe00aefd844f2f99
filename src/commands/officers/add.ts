import { OFFICER_ROLES } from '../../domain/officer.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { awaiting } from '../awaiting.ts';
import { switchOption, textOption } from '../typed-values.ts';
import { OFFICER_COLUMNS } from './officer-columns.ts';
import { PASSWORD_OPTIONS, typedPassword } from './typed-password.ts';

/** `officers add`: somebody, or some machine, that may sign in to the service. */
export const command: CommandDefinition = {
  path: ['officers', 'add'],
  says: 'Add a person or a machine that may sign in to the service.',
  more: 'The first one is made on the ledger the service will run on, with --admin. There is no account to begin with, and no default password.',
  args: [],
  options: [
    {
      flag: '--email',
      value: { name: 'EMAIL', kind: 'text' },
      says: 'e-mail to sign in with',
      required: true,
    },
    {
      flag: '--name',
      value: { name: 'NAME', kind: 'text' },
      says: 'name of the person or machine',
      required: true,
    },
    {
      flag: '--role',
      value: { name: 'ROLE', kind: 'choice', choices: OFFICER_ROLES },
      says: 'officer decides, servicing pays out and books, reader looks; may be given several times',
      asks: 'Which role?',
      requiredWhen: (options) => options.admin !== true,
      repeatable: true,
      group: 'Rights',
    },
    {
      flag: '--admin',
      says: 'may everything, officers, policy and the audit trail included',
      group: 'Rights',
    },
    { flag: '--system', says: 'a machine rather than a person', group: 'Rights' },
    ...PASSWORD_OPTIONS,
  ],
  examples: [
    {
      line: 'loandesk officers add --email mona@bank.example --name "Mona Hassan" --admin',
      says: 'asks for the password',
    },
    {
      line: 'loandesk officers add --email pos@bank.example --name POS --system --role servicing --password-file pos.txt',
      says: 'a machine that books payments',
    },
  ],
  writes: true,
  calls: ['officers.add'],
  exitCodes: [8],
  columns: () => OFFICER_COLUMNS,
  foundsLedger: true,
  async run(input, deps) {
    const isAdmin = switchOption(input, 'admin');
    const isMachine = switchOption(input, 'system');
    if (isAdmin && isMachine) {
      const detail = 'A machine cannot be an administrator.';
      return { ok: false, problem: { code: 'usage', detail, hint: 'Give one of --admin and --system.' } };
    }
    const password = await typedPassword(input, deps);
    if (typeof password !== 'string') return { ok: false, problem: password };
    const named = input.options.role;
    const roles = [...(isAdmin ? ['admin'] : []), ...(Array.isArray(named) ? named : [named])].filter(
      (role) => typeof role === 'string',
    );
    const answer = await (await deps.backend()).call(
      'officers.add',
      {
        email: textOption(input, 'email') ?? '',
        name: textOption(input, 'name') ?? '',
        roles,
        ...(isMachine ? { system: true } : {}),
        password,
      },
      { dryRun: deps.dryRun },
    );
    if (!answer.ok) return answer;
    const { isAwaiting, exitCode, notices } = awaiting(answer.value, deps);
    const next = 'next: loandesk serve, or loandesk auth login';
    return {
      ok: true,
      data: answer.value,
      view: { shape: 'record', columns: OFFICER_COLUMNS },
      exitCode,
      notices: [...notices, ...(deps.dryRun || isAwaiting ? [] : [next])],
    };
  },
};
