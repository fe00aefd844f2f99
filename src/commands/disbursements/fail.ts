import type { CommandDefinition } from '../../shell/command-definition.ts';
import { carryOut } from '../carry-out.ts';
import { correctedResult } from '../corrected-result.ts';
import { changesInWords } from '../corrections-in-words.ts';
import { textOption } from '../typed-values.ts';
import { DISBURSEMENT_COLUMNS } from './disbursement-columns.ts';

/** `disbursements fail REF`: says that a payout did not arrive. */
export const command: CommandDefinition = {
  path: ['disbursements', 'fail'],
  says: 'Say that a disbursement did not arrive; its amount is free again.',
  args: [
    {
      name: 'REF',
      says: 'disbursement reference',
      required: true,
      of: 'disbursement',
      ids: 'disbursement-standing',
    },
  ],
  options: [
    {
      flag: '--reason',
      value: { name: 'TEXT', kind: 'text' },
      says: 'why',
      asks: 'Why did it fail?',
      required: true,
    },
  ],
  examples: [
    { line: 'loandesk disbursements fail DSB-4M7Z1K8Q9 --reason "account closed"', says: 'asks first' },
  ],
  writes: true,
  calls: ['disbursements.fail'],
  exitCodes: [8],
  columns: () => DISBURSEMENT_COLUMNS,
  async run(input, deps) {
    const done = await carryOut(
      deps,
      'disbursements.fail',
      { disbursement_reference: input.args[0] ?? '', reason: textOption(input, 'reason') ?? '' },
      (plan) => ({
        summary: [`${plan.disbursement_reference} will count as never paid out.`, ...changesInWords(plan)],
        question: 'Mark this disbursement failed?',
        defaultYes: false,
      }),
    );
    if (!done.ok) return done;
    return correctedResult(done.value, DISBURSEMENT_COLUMNS, deps);
  },
};
