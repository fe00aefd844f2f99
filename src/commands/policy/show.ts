import { nearestWord } from '../../domain/nearest-word.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { given } from '../typed-values.ts';
import { policyValueInWords } from './value-words.ts';

/** `policy show`: the bank's values in force on a date. */
export const command: CommandDefinition = {
  path: ['policy', 'show'],
  says: "Show the bank's policy values in force today or on a date.",
  args: [{ name: 'KEY', says: 'only this value', required: false, ids: 'policy-key' }],
  options: [],
  examples: [{ line: 'loandesk policy show default_days --as-of 2026-01-01', says: 'what held then' }],
  writes: false,
  calls: ['policy.show'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('policy.show', given({ as_of: deps.asOf ?? undefined }));
    if (!answer.ok) return answer;
    const [wanted] = input.args;
    const values = answer.value.values.filter(({ key }) => wanted === undefined || key === wanted);
    if (values.length === 0) {
      const keys = answer.value.values.map(({ key }) => key);
      const near = nearestWord(wanted ?? '', keys);
      return {
        ok: false,
        problem: {
          code: 'unknown_policy_key',
          detail: `there is no policy value "${wanted}"`,
          ...(near === null ? {} : { hint: `Did you mean ${near}?` }),
        },
      };
    }
    return {
      ok: true,
      data: { ...answer.value, values },
      view: {
        shape: 'list',
        rowsKey: 'values',
        heading: [
          { key: 'version', title: 'Policy version', kind: 'integer' },
          { key: 'as_of', title: 'As of', kind: 'date' },
        ],
        columns: [
          { key: 'key', title: 'Value', kind: 'id' },
          { key: 'value', title: 'Is', kind: 'json', words: policyValueInWords },
          { key: 'from', title: 'From', kind: 'date' },
        ],
        empty: 'No policy value fits.',
      },
    };
  },
};
