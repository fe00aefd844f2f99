import type { CommandDefinition } from '../shell/command-definition.ts';
import { switchOption } from './typed-values.ts';

/** `assess APP`: the credit assessment of an application. */
export const command: CommandDefinition = {
  path: ['assess'],
  says: "Assess an application from the merchant's orders and the owner's conduct.",
  more: 'With --explain every part of the score stands with its input, formula and points.',
  args: [{ name: 'APP', says: 'id of the application', required: true, of: 'application' }],
  options: [{ flag: '--explain', says: 'show how every figure came about' }],
  examples: [{ line: 'loandesk assess APP-4M7Z1K8Q9 --explain', says: 'the whole arithmetic' }],
  writes: false,
  calls: ['assessments.get'],
  async run(input, deps) {
    const backend = await deps.backend();
    const explain = switchOption(input, 'explain');
    const answer = await backend.call('assessments.get', {
      application_id: input.args[0] ?? '',
      ...(explain ? { explain } : {}),
    });
    if (!answer.ok) return answer;
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'record',
        columns: [
          { key: 'application_id', title: 'Application', kind: 'id' },
          { key: 'sales_performance_score', title: 'Sales performance score', kind: 'decimal' },
          { key: 'business_age_months', title: 'Business age (months)', kind: 'integer' },
          { key: 'default_risk_rating', title: 'Default risk', kind: 'status' },
          { key: 'recommended_amount', title: 'Recommended amount', kind: 'money' },
          { key: 'recommended_interest_rate', title: 'Recommended rate', kind: 'percent' },
          { key: 'assessment_notes', title: 'Notes', kind: 'text' },
        ],
        ...(explain
          ? {
              inner: {
                key: 'explanation.parts',
                title: 'How the score came about',
                columns: [
                  { key: 'name', title: 'Part', kind: 'text' },
                  { key: 'points', title: 'Points', kind: 'decimal' },
                  { key: 'of', title: 'Of', kind: 'integer' },
                  { key: 'formula', title: 'Formula', kind: 'text' },
                ],
              } as const,
            }
          : {}),
      },
    };
  },
};
