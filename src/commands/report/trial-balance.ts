import type { Column } from '../../render/view.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { given, textOption } from '../typed-values.ts';
import { horizonOf, REPORT_OPTIONS } from './report-options.ts';

const LEDGER_INTEGRITY = 9;

const BALANCES: readonly Column[] = [
  { key: 'account', title: 'Account', kind: 'text' },
  { key: 'debit', title: 'Debit', kind: 'money' },
  { key: 'credit', title: 'Credit', kind: 'money' },
];
const BOOKED_SINCE: readonly Column[] = [
  { key: 'booked_at', title: 'Booked at', kind: 'timestamp' },
  { key: 'loan_id', title: 'Loan', kind: 'id' },
  { key: 'entry_number', title: 'Entry', kind: 'integer' },
  { key: 'value_date', title: 'Value date', kind: 'date' },
  { key: 'kind', title: 'Kind', kind: 'text' },
  { key: 'event_id', title: 'Of', kind: 'id' },
  { key: 'reverses_entry_number', title: 'Reverses', kind: 'integer', wideOnly: true },
  { key: 'booked_by', title: 'Booked by', kind: 'text', wideOnly: true },
  { key: 'account', title: 'Account', kind: 'text' },
  { key: 'debit', title: 'Debit', kind: 'money' },
  { key: 'credit', title: 'Credit', kind: 'money' },
];

/** `report trial-balance`: every account at a date, and what was booked since a time. */
export const command: CommandDefinition = {
  path: ['report', 'trial-balance'],
  says: "Every account's balance at a date, by value date; exit 9 unless debits and credits are equal.",
  more: '--known-at gives the figures as they were known at a time. --compare lists every posting booked since a time and puts the balances known then under "compared" in JSON.',
  args: [],
  options: [
    {
      flag: '--compare',
      value: { name: 'TIME', kind: 'text' },
      says: 'list what was booked since; a timestamp, or a date for the end of that day in Cairo',
    },
    ...REPORT_OPTIONS,
  ],
  examples: [
    { line: 'loandesk report trial-balance --as-of 2026-03-31', says: 'the end of March as it is known now' },
    {
      line: 'loandesk report trial-balance --as-of 2026-03-31 --compare 2026-03-31',
      says: 'what was booked into March since',
    },
  ],
  writes: false,
  calls: ['reports.trial_balance'],
  exitCodes: [9],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('reports.trial_balance', {
      ...horizonOf(input, deps),
      ...given({ compare: textOption(input, 'compare') }),
    });
    if (!answer.ok) return answer;
    const { compared, total_debit, total_credit } = answer.value;
    const balanced = total_debit === total_credit;
    const heading: readonly Column[] = [
      { key: 'as_of', title: 'As of', kind: 'date' },
      { key: 'known_at', title: 'Known at', kind: 'timestamp' },
      { key: 'total_debit', title: 'Debits', kind: 'money' },
      { key: 'total_credit', title: 'Credits', kind: 'money' },
    ];
    const result = {
      ok: true,
      data: answer.value,
      exitCode: balanced ? 0 : LEDGER_INTEGRITY,
      notices: balanced ? [] : ['error: debits and credits differ; look closer: loandesk ledger verify'],
    } as const;
    if (compared === undefined) {
      return {
        ...result,
        view: { shape: 'list', rowsKey: 'accounts', columns: BALANCES, heading, empty: '' },
      };
    }
    // The rows a person asked for are those booked since; the balances stand below them.
    return {
      ...result,
      view: {
        shape: 'list',
        rowsKey: 'booked_since',
        columns: BOOKED_SINCE,
        heading,
        below: { key: 'accounts', title: 'Balances now', columns: BALANCES },
        empty: `Nothing was booked since ${compared.known_at}.`,
      },
    };
  },
};
