import type { CommandDefinition } from '../../shell/command-definition.ts';
import { given, textOption } from '../typed-values.ts';

/** `users transactions USER`: a user's transactions, newest first. */
export const command: CommandDefinition = {
  path: ['users', 'transactions'],
  says: "List a user's transactions, newest first.",
  args: [{ name: 'USER', says: 'id of the user', required: true, of: 'user' }],
  options: [
    {
      flag: '--start-timestamp',
      value: { name: 'SECONDS', kind: 'integer' },
      says: 'only those later than this, in Unix seconds',
    },
  ],
  examples: [{ line: 'loandesk users transactions u-1001 --format csv', says: 'every one of them' }],
  writes: false,
  calls: ['users.transactions'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('users.transactions', {
      userId: input.args[0] ?? '',
      ...given({ startTimestamp: textOption(input, 'startTimestamp') }),
    });
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        empty: 'No transaction fits.',
        columns: [
          { key: 'id', title: 'Transaction', kind: 'id' },
          { key: 'user_id', title: 'User', kind: 'id', wideOnly: true },
          { key: 'account_type', title: 'Account', kind: 'text' },
          { key: 'amount', title: 'Amount', kind: 'money' },
          { key: 'timestamp', title: 'Time', kind: 'unix_seconds' },
          { key: 'event', title: 'Event', kind: 'text' },
          { key: 'transaction_type', title: 'Type', kind: 'text' },
          { key: 'amount_currency', title: 'Currency', kind: 'text' },
          { key: 'balance', title: 'Balance', kind: 'money' },
          { key: 'balance_currency', title: 'Balance in', kind: 'text', wideOnly: true },
          { key: 'institution_name', title: 'Institution', kind: 'text' },
        ],
      },
    };
  },
};
