import type { CommandDefinition } from '../../shell/command-definition.ts';
import { moneyInWords } from '../named-in-questions.ts';
import { APPLICATION_COLUMNS } from './application-columns.ts';

/** `applications show APP`: one application and what was decided on it. */
export const command: CommandDefinition = {
  path: ['applications', 'show'],
  says: 'Show an application and every decision taken on it.',
  args: [{ name: 'APP', says: 'id of the application', required: true, of: 'application' }],
  options: [],
  examples: [{ line: 'loandesk applications show APP-4M7Z1K8Q9', says: 'with its history' }],
  writes: false,
  calls: ['applications.get'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('applications.get', { application_id: input.args[0] ?? '' });
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'record',
        columns: APPLICATION_COLUMNS,
        inner: {
          key: 'decisions',
          title: 'Decisions',
          columns: [
            { key: 'number', title: 'No.', kind: 'integer' },
            { key: 'decision', title: 'Decision', kind: 'status' },
            { key: 'approved_amount', title: 'Amount', kind: 'money' },
            { key: 'interest_rate', title: 'Rate', kind: 'percent' },
            { key: 'term_months', title: 'Term', kind: 'integer' },
            { key: 'rejection_reason', title: 'Reason', kind: 'text' },
            { key: 'decision_maker_id', title: 'By', kind: 'text' },
            { key: 'decided_on', title: 'On', kind: 'date' },
            { key: 'loan_id', title: 'Loan', kind: 'id' },
            { key: 'note', title: 'Note', kind: 'text' },
            { key: 'overrides', title: 'Overrides', kind: 'text', words: overridesInWords },
            { key: 'override_reason', title: 'Override reason', kind: 'text' },
          ],
        },
      },
    };
  },
};

interface Override {
  readonly recommended: number;
  readonly given: number;
}

/** Such as `amount 40,000.00 instead of 50,000.00; rate 24 % instead of 23 %`. */
function overridesInWords(value: unknown): string {
  const overrides = Object.entries((value ?? {}) as Record<string, Override>);
  return overrides
    .map(([field, { recommended, given }]) => {
      if (field === 'interest_rate') return `rate ${given} % instead of ${recommended} %`;
      if (field === 'approved_amount')
        return `amount ${moneyInWords(given)} instead of ${moneyInWords(recommended)}`;
      return `${field} ${given} instead of ${recommended}`;
    })
    .join('; ');
}
