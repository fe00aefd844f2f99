import type { CommandDefinition } from '../../shell/command-definition.ts';
import { carryOut } from '../carry-out.ts';
import { correctedResult } from '../corrected-result.ts';
import { changesInWords } from '../corrections-in-words.ts';
import { given, textOption } from '../typed-values.ts';
import { DISBURSEMENT_COLUMNS } from './disbursement-columns.ts';

/** `disbursements complete REF`: says that a pending payout has gone out. */
export const command: CommandDefinition = {
  path: ['disbursements', 'complete'],
  says: 'Say that a disbursement under manual settlement has gone out.',
  args: [
    {
      name: 'REF',
      says: 'disbursement reference',
      required: true,
      of: 'disbursement',
      ids: 'disbursement-pending',
    },
  ],
  options: [
    {
      flag: '--date',
      value: { name: 'DATE', kind: 'date' },
      says: 'its value date (default: the business date)',
    },
  ],
  examples: [{ line: 'loandesk disbursements complete DSB-4M7Z1K8Q9', says: 'today' }],
  writes: true,
  calls: ['disbursements.complete'],
  exitCodes: [8],
  columns: () => DISBURSEMENT_COLUMNS,
  async run(input, deps) {
    const done = await carryOut(
      deps,
      'disbursements.complete',
      { disbursement_reference: input.args[0] ?? '', ...given({ date: textOption(input, 'date') }) },
      (plan) => ({
        summary: [
          ...plan.warnings.map((warning) => `Note: ${warning}`),
          `${plan.disbursement_reference} will count as paid out on ${plan.disbursement_date}.`,
          ...changesInWords(plan),
        ],
        question: 'Complete this disbursement?',
        defaultYes: plan.warnings.length === 0,
      }),
    );
    if (!done.ok) return done;
    return correctedResult(done.value, DISBURSEMENT_COLUMNS, deps);
  },
};
