import type { Problem } from '../../contract/problem.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { carryOut } from '../carry-out.ts';
import { correctedResult } from '../corrected-result.ts';
import { changesInWords } from '../corrections-in-words.ts';
import { given, switchOption, textOption } from '../typed-values.ts';
import { LOAN_COLUMNS } from './loan-columns.ts';

const NO_DATE: Problem = {
  code: 'usage',
  detail: 'A reversal has no date of its own: the loan is as if it had never been written off.',
  hint: 'Leave out --date.',
};

/** `loan write-off LOAN`: gives the principal up, or takes that back. */
export const command: CommandDefinition = {
  path: ['loan', 'write-off'],
  says: 'Write off the principal of a loan; what comes in later is a recovery.',
  more: 'Interest stops and nothing is due any more; interest and fees owed then are kept as a memorandum, and what comes in pays the principal first, then them. With --reverse the write-off is taken back, and the loan is as if it had never been.',
  args: [
    {
      name: 'LOAN',
      says: 'id of the loan or of its application',
      required: true,
      of: 'loan',
      ids: 'loan-active',
    },
  ],
  options: [
    {
      flag: '--reason',
      value: { name: 'TEXT', kind: 'text' },
      says: 'why',
      asks: 'Why?',
      required: true,
    },
    {
      flag: '--date',
      value: { name: 'DATE', kind: 'date' },
      says: 'its value date (default: the business date); not before the last event of the loan',
      mends: ['date_in_future', 'date_before_last_event', 'period_closed'],
    },
    { flag: '--reverse', says: 'take the write-off back' },
  ],
  examples: [
    { line: 'loandesk loan write-off LN-7K3QX9B23 --reason "merchant insolvent"', says: 'asks first' },
    { line: 'loandesk loan write-off LN-7K3QX9B23 --reverse --reason "wrong loan"', says: 'takes it back' },
  ],
  writes: true,
  calls: ['loans.write_off', 'loans.reverse_write_off'],
  exitCodes: [8],
  columns: () => LOAN_COLUMNS,
  async run(input, deps) {
    const reverse = switchOption(input, 'reverse');
    const date = textOption(input, 'date');
    const dated = date === undefined ? '' : ` on ${date}`;
    if (reverse && date !== undefined) return { ok: false, problem: NO_DATE };
    const done = await carryOut(
      deps,
      reverse ? 'loans.reverse_write_off' : 'loans.write_off',
      {
        loan_id: input.args[0] ?? '',
        reason: textOption(input, 'reason') ?? '',
        ...given({ date }),
      },
      (plan) => ({
        summary: [
          reverse
            ? `The write-off of loan ${plan.loan_id} of ${plan.business_name} will count as never made.`
            : `The principal of loan ${plan.loan_id} of ${plan.business_name} will be written off${dated}; interest stops, and what is owed of it and of fees is kept as a memorandum.`,
          ...changesInWords(plan),
        ],
        question: reverse ? 'Take this write-off back?' : 'Write this loan off?',
        defaultYes: false,
      }),
    );
    if (!done.ok) return done;
    return correctedResult(done.value, LOAN_COLUMNS, deps);
  },
};
