import type { CommandDefinition, CommandInput } from '../../shell/command-definition.ts';
import { PROFILE_COLUMNS } from './profile-columns.ts';

/** `profile add NAME`: keeps a backend and an officer under a name. */
export const command: CommandDefinition = {
  path: ['profile', 'add'],
  says: 'Keep a ledger or a server, and an officer, under a name.',
  more: 'Takes --ledger FILE or --server URL, and --officer and --ca-file, of the same line. A server of another make may have the addresses the lending interface leaves open elsewhere: --address NAME=PATH moves token, refresh, revoke, users (and what is below it), user, transactions, transactions-summary, flags, flags-summary, features.',
  args: [{ name: 'NAME', says: 'what to call it', required: true }],
  options: [
    {
      flag: '--address',
      value: { name: 'NAME=PATH', kind: 'text' },
      says: 'where the server has one of the open operations',
      repeatable: true,
    },
  ],
  examples: [
    { line: 'loandesk profile add branch --server https://lending.bank.example', says: 'then: auth login' },
    {
      line: 'loandesk profile add partner --server https://api.partner.example --address token=/login --address users=/v2/users',
      says: 'a server of another make',
    },
  ],
  writes: false,
  async run(input, deps) {
    const addresses = addressesOf(input);
    if (addresses === null) {
      const detail = 'An address is written NAME=PATH.';
      return { ok: false, problem: { code: 'usage', detail, hint: 'Such as --address token=/login.' } };
    }
    const name = input.args[0] ?? '';
    const added = (await deps.rooms.profiles()).add(name, addresses);
    if ('code' in added) return { ok: false, problem: added };
    return {
      ok: true,
      data: added,
      view: { shape: 'record', columns: PROFILE_COLUMNS },
      notices:
        added.kind === 'server'
          ? [`next: loandesk auth login --profile ${name}`]
          : [`next: loandesk profile use ${name}`],
    };
  },
};

function addressesOf(input: CommandInput): Record<string, string> | null {
  const given = input.options.address;
  const pairs = (Array.isArray(given) ? (given as readonly string[]) : []).map((pair) => {
    const at = pair.indexOf('=');
    return at < 1 ? null : ([pair.slice(0, at), pair.slice(at + 1)] as const);
  });
  return pairs.includes(null) ? null : Object.fromEntries(pairs as readonly (readonly [string, string])[]);
}
