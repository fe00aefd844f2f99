import type { Problem } from '../../contract/problem.ts';
import { passwordFault } from '../../domain/officer.ts';
import type { CommandInput, Deps, OptionDefinition } from '../../shell/command-definition.ts';
import { switchOption, textOption } from '../typed-values.ts';

/** Where a password may come from: never the command line, which others can read. */
export const PASSWORD_OPTIONS: readonly OptionDefinition[] = [
  { flag: '--password-stdin', says: 'read the password from standard input', group: 'Password' },
  {
    flag: '--password-file',
    value: { name: 'FILE', kind: 'file' },
    says: 'read the password from a file',
    group: 'Password',
  },
];

/** The password: from stdin or a file, without the line's end, or asked for twice on a terminal. */
export async function typedPassword(input: CommandInput, deps: Deps): Promise<string | Problem> {
  const file = textOption(input, 'passwordFile');
  const fromStdin = switchOption(input, 'passwordStdin');
  if (file !== undefined && fromStdin) {
    return {
      code: 'usage',
      detail: 'The password is to come from two places.',
      hint: 'Give one of --password-stdin and --password-file.',
    };
  }
  if (fromStdin || file !== undefined) {
    const text = await deps.readText(file ?? '-');
    return typeof text === 'string' ? text.replace(/\r?\n$/, '') : text;
  }
  if (!deps.interactive) {
    return {
      code: 'values_missing',
      detail: 'A password is needed, and there is no terminal to ask on.',
      hint: 'Give --password-stdin or --password-file FILE.',
    };
  }
  // Whoever mistypes one is asked again: what was answered before it is not to be typed anew.
  for (;;) {
    const first = await deps.askSecret('New password (12 to 128 characters)');
    const fault = passwordFault(first);
    if (fault !== null) deps.progress(`${fault}.`);
    else if ((await deps.askSecret('The same once more')) === first) return first;
    else deps.progress('The two passwords are not the same.');
  }
}
