import type { CommandDefinition } from '../../shell/command-definition.ts';
import { askedOf, KNOWN_AT } from '../known-at.ts';
import { switchOption } from '../typed-values.ts';

/** `loan explain LOAN`: the arithmetic behind the account, line by line. */
export const command: CommandDefinition = {
  path: ['loan', 'explain'],
  says: "Show every line of arithmetic behind a loan's figures.",
  more: 'Each line is balance x rate x days / basis = interest; what was carried unpaid and what rounding did stand beside it. An officer with a calculator gets the same piastre. After the interest come what is booked and does not count, and the sums behind balance, payoff, arrears, next due date and status. With --schedule the installments are explained instead.',
  args: [{ name: 'LOAN', says: 'id of the loan or of its application', required: true, of: 'loan' }],
  options: [
    { flag: '--schedule', says: 'the arithmetic of the installments, from start to maturity' },
    KNOWN_AT,
  ],
  examples: [
    { line: 'loandesk loan explain LN-7K3QX9B23 --as-of 2026-06-30', says: 'up to a date' },
    { line: 'loandesk loan explain LN-7K3QX9B23 --schedule', says: 'how each installment is split' },
  ],
  writes: false,
  calls: ['loans.explain'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('loans.explain', {
      ...askedOf(input, deps),
      ...(switchOption(input, 'schedule') ? { schedule: true } : {}),
    });
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        empty: 'Nothing is paid out, so there is no interest to explain.',
        columns: [
          { key: 'from', title: 'From', kind: 'date' },
          { key: 'to', title: 'To', kind: 'date' },
          { key: 'balance', title: 'Balance', kind: 'money' },
          { key: 'rate', title: 'Rate', kind: 'percent' },
          { key: 'days', title: 'Days', kind: 'decimal' },
          { key: 'basis', title: 'Basis', kind: 'integer' },
          { key: 'interest', title: 'Interest', kind: 'unrounded_money' },
          { key: 'carried', title: 'Carried', kind: 'money' },
          { key: 'rounding', title: 'Rounding', kind: 'unrounded_money' },
          { key: 'note', title: 'Note', kind: 'text' },
        ],
      },
    };
  },
};
