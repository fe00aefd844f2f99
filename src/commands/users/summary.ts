import type { CommandDefinition } from '../../shell/command-definition.ts';

/** `users summary USER`: what came in and went out each month. */
export const command: CommandDefinition = {
  path: ['users', 'summary'],
  says: "Sum a user's transactions by month, institution and account type.",
  more: 'Months are those of UTC. Declined transactions, balance checks and other currencies than EGP are left out.',
  args: [{ name: 'USER', says: 'id of the user', required: true, of: 'user' }],
  options: [],
  examples: [{ line: 'loandesk users summary u-1001', says: 'with the averages below' }],
  writes: false,
  calls: ['users.summary'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('users.summary', { userId: input.args[0] ?? '' });
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        rowsKey: 'months',
        empty: 'No month has a transaction.',
        columns: [
          { key: 'month', title: 'Month', kind: 'month' },
          { key: 'institution_name', title: 'Institution', kind: 'text' },
          { key: 'account_type', title: 'Account', kind: 'text' },
          { key: 'total_debit', title: 'Out', kind: 'money' },
          { key: 'total_credit', title: 'In', kind: 'money' },
          { key: 'salary', title: 'Salary', kind: 'money' },
          { key: 'balance', title: 'Balance', kind: 'money' },
        ],
        below: {
          key: 'averages',
          title: 'A month on average',
          columns: [
            { key: 'institution_name', title: 'Institution', kind: 'text' },
            { key: 'account_type', title: 'Account', kind: 'text' },
            { key: 'average_salary', title: 'Salary', kind: 'money' },
            { key: 'average_cash_in', title: 'In', kind: 'money' },
            { key: 'average_cash_out', title: 'Out', kind: 'money' },
          ],
        },
      },
    };
  },
};
