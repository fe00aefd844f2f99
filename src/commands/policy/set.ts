import type { Column } from '../../render/view.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { awaiting } from '../awaiting.ts';
import { given, textOption } from '../typed-values.ts';
import { policyValueInWords } from './value-words.ts';

/** Keys by which a bank asks for a second person. */
const CONTROLS: readonly string[] = ['four_eyes', 'authority'];
const NO_PROOF =
  'On a local ledger the actor is whoever the command line names, which is no proof of identity: controls bind people who sign in to a service.';

/** `policy set KEY=VALUE`: changes a value from a date on. */
export const command: CommandDefinition = {
  path: ['policy', 'set'],
  says: 'Change a policy value from a date on; what was posted never changes.',
  args: [
    {
      name: 'KEY=VALUE',
      says: 'the value and what it is to be',
      asks: 'Which value, and what is it to be?',
      required: true,
      ids: 'policy-assignment',
    },
  ],
  options: [
    {
      flag: '--from',
      value: { name: 'DATE', kind: 'date' },
      says: 'first day it holds (default: the business date)',
    },
  ],
  examples: [
    { line: 'loandesk policy set default_days=60 --from 2027-01-01', says: 'from the new year on' },
    { line: 'loandesk policy set four_eyes=decision,disbursement', says: 'two people for a loan' },
  ],
  writes: true,
  calls: ['policy.set'],
  exitCodes: [8],
  columns: () => COLUMNS,
  foundsLedger: true,
  async run(input, deps) {
    const [assignment = ''] = input.args;
    const cut = assignment.indexOf('=');
    if (cut < 1) {
      return {
        ok: false,
        problem: {
          code: 'usage',
          detail: `"${assignment}" is not KEY=VALUE`,
          hint: 'Write it like: loandesk policy set default_days=60',
        },
      };
    }
    const key = assignment.slice(0, cut).trim();
    const backend = await deps.backend();
    const answer = await backend.call(
      'policy.set',
      {
        key,
        value: assignment.slice(cut + 1),
        ...given({ from: textOption(input, 'from') }),
      },
      { dryRun: deps.dryRun },
    );
    if (!answer.ok) return answer;
    const waiting = awaiting(answer.value, deps);
    const { from, changed } = answer.value;
    const changedNothing = changed === false && !waiting.isAwaiting;
    const kept = `${key} has this value on ${from} already; no new version was written.`;
    return {
      ok: true,
      data: answer.value,
      changedNothing,
      view: {
        shape: 'record',
        columns: COLUMNS,
      },
      exitCode: waiting.exitCode,
      notices: [
        ...(changedNothing ? [kept] : []),
        ...waiting.notices,
        ...(CONTROLS.includes(key) && deps.onLocalLedger ? [NO_PROOF] : []),
      ],
    };
  },
};

const COLUMNS: readonly Column[] = [
  { key: 'version', title: 'Policy version', kind: 'integer' },
  { key: 'key', title: 'Value', kind: 'id' },
  { key: 'value', title: 'Is', kind: 'json', words: policyValueInWords },
  { key: 'from', title: 'From', kind: 'date' },
];
