import type { Problem } from '../../contract/problem.ts';
import type { CommandDefinition, CommandInput, Deps } from '../../shell/command-definition.ts';
import { PASSWORD_OPTIONS } from '../officers/typed-password.ts';
import { switchOption, textOption } from '../typed-values.ts';

type SignInRoom = Awaited<ReturnType<Deps['rooms']['signIn']>>;

/** `auth login`: signs in to a server and keeps the tokens. */
export const command: CommandDefinition = {
  path: ['auth', 'login'],
  says: 'Sign in to a server.',
  more: 'The tokens are kept in the keychain of the system, under a profile that remembers so. Without a keychain they can be kept in a file only you can read: on a terminal you are asked once, elsewhere it takes --insecure-storage.',
  args: [],
  options: [
    {
      flag: '--email',
      value: { name: 'E-MAIL', kind: 'text' },
      says: 'who signs in',
      // An officer of a server is known by an e-mail; one of a ledger may be any word.
      offers: async (_, { officer }) => (officer?.includes('@') === true ? officer : null),
      required: true,
    },
    ...PASSWORD_OPTIONS,
    {
      flag: '--insecure-storage',
      says: 'keep the tokens in a file only you can read, not in the keychain',
    },
  ],
  examples: [
    {
      line: 'loandesk auth login --server https://lending.bank.example --email mona@bank.example',
      says: 'asks for the password',
    },
    {
      line: 'loandesk auth login --profile branch --email batch@bank.example --password-stdin --insecure-storage',
      says: 'for a machine',
    },
  ],
  writes: false,
  exitCodes: [4, 7],
  async run(input, deps) {
    const room = await deps.rooms.signIn();
    const unusable = await findPlace(room, input, deps);
    if (unusable !== null) return { ok: false, problem: unusable };
    const password = await passwordOf(input, deps);
    if (typeof password !== 'string') return { ok: false, problem: password };
    const answer = await room.signIn(textOption(input, 'email') ?? '', password);
    if (!answer.ok) return { ok: false, problem: answer.problem };
    const { email, server, token_in, profile } = answer.value;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'record',
        columns: [
          { key: 'server', title: 'Server', kind: 'text' },
          { key: 'profile', title: 'Profile', kind: 'text' },
          { key: 'email', title: 'Signed in as', kind: 'text' },
          { key: 'user_id', title: 'Number', kind: 'integer' },
          { key: 'token_in', title: 'Token is in', kind: 'text' },
        ],
      },
      notices: [
        `Signed in to ${server} as ${email}; the token is in ${token_in}.`,
        `next: loandesk --profile ${profile} loan ls`,
      ],
    };
  },
};

/** Before a password is asked for: somewhere to keep what it brings. */
async function findPlace(room: SignInRoom, input: CommandInput, deps: Deps): Promise<Problem | null> {
  if (switchOption(input, 'insecureStorage')) {
    room.takeFile();
    return null;
  }
  const found = await room.findPlace();
  if (found === 'ready') return null;
  if (found !== 'no_keychain') return found;
  if (!deps.interactive) {
    return {
      code: 'keychain_unavailable',
      detail: 'There is no keychain here, or it is locked, and nobody to ask whether a file will do.',
    };
  }
  const agreed = await deps.confirm(
    ['There is no keychain here, or it is locked.'],
    `Keep the token in ${room.filePlace}, which only you can read?`,
    { defaultYes: false },
  );
  if (agreed !== true) {
    return {
      code: 'keychain_unavailable',
      detail: 'There is no keychain here, and a file is not to be used.',
    };
  }
  room.takeFile();
  return null;
}

async function passwordOf(input: CommandInput, deps: Deps): Promise<string | Problem> {
  const file = textOption(input, 'passwordFile');
  if (switchOption(input, 'passwordStdin') || file !== undefined) {
    const text = await deps.readText(file ?? '-');
    return typeof text === 'string' ? text.replace(/\r?\n$/, '') : text;
  }
  if (deps.interactive) return deps.askSecret('Password');
  return {
    code: 'values_missing',
    detail: 'A password is needed, and there is no terminal to ask on.',
    hint: 'Give --password-stdin or --password-file FILE.',
  };
}
