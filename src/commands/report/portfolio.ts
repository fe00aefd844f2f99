import type { Column, View } from '../../render/view.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { horizonOf, REPORT_OPTIONS } from './report-options.ts';

const LEDGER_INTEGRITY = 9;
const COMPLAINTS = 5;

const FIELDS: readonly Column[] = [
  { key: 'as_of', title: 'As of', kind: 'date' },
  { key: 'known_at', title: 'Known at', kind: 'timestamp' },
  { key: 'policy_version', title: 'Policy', kind: 'integer' },
  { key: 'loans', title: 'Loans', kind: 'integer' },
  { key: 'outstanding_balance', title: 'Outstanding', kind: 'money' },
  { key: 'accrued_interest', title: 'Accrued interest', kind: 'money' },
  { key: 'arrears_amount', title: 'Arrears', kind: 'money' },
  { key: 'reconciled', title: 'Book and ledger agree', kind: 'boolean' },
  { key: 'written_off.loans', title: 'Written off', kind: 'integer' },
  { key: 'written_off.principal', title: 'Principal written off', kind: 'money' },
  { key: 'written_off.recovered', title: 'Recovered of it', kind: 'money' },
  { key: 'written_off.interest_given_up', title: 'Interest given up', kind: 'money' },
];
const PAR: readonly Column[] = [
  { key: 'days', title: 'More than days past due', kind: 'integer' },
  { key: 'loans', title: 'Loans', kind: 'integer' },
  { key: 'outstanding_balance', title: 'Outstanding', kind: 'money' },
  { key: 'ratio', title: 'Share', kind: 'ratio' },
];
const STATUSES: readonly Column[] = [
  { key: 'status', title: 'Status', kind: 'status' },
  { key: 'loans', title: 'Loans', kind: 'integer' },
  { key: 'outstanding_balance', title: 'Outstanding', kind: 'money' },
];

/** `report portfolio`: the whole book at a date, held against the ledger. */
export const command: CommandDefinition = {
  path: ['report', 'portfolio'],
  says: 'The whole book at a date: principal, arrears, portfolio at risk; exit 9 if book and ledger disagree.',
  more: 'Loans with something disbursed and neither paid off nor written off, which have figures of their own. PAR counts the principal of loans more than so many days past due.',
  args: [],
  options: [...REPORT_OPTIONS],
  examples: [
    { line: 'loandesk report portfolio', says: 'today' },
    {
      line: 'loandesk report portfolio --as-of 2026-03-31 --known-at 2026-03-31 --json',
      says: 'the end of March as it was known then',
    },
  ],
  writes: false,
  calls: ['reports.portfolio'],
  exitCodes: [9],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('reports.portfolio', horizonOf(input, deps));
    if (!answer.ok) return answer;
    const { reconciled, discrepancies } = answer.value;
    // In a pipe the lists are counts; a person sees them.
    const view: View = deps.everyRow
      ? {
          shape: 'record',
          columns: [
            ...FIELDS,
            { key: 'par', title: 'PAR', kind: 'integer' },
            { key: 'statuses', title: 'Statuses', kind: 'integer' },
            { key: 'discrepancies', title: 'Discrepancies', kind: 'integer' },
          ],
        }
      : {
          shape: 'list',
          rowsKey: 'par',
          columns: PAR,
          heading: FIELDS,
          below: { key: 'statuses', title: 'By status', columns: STATUSES },
          empty: '',
        };
    return {
      ok: true,
      data: answer.value,
      view,
      exitCode: reconciled ? 0 : LEDGER_INTEGRITY,
      notices: reconciled
        ? []
        : [
            ...discrepancies
              .slice(0, COMPLAINTS)
              .map(({ loan_id, book, ledger }) => `${loan_id}: the book has ${book}, the ledger ${ledger}`),
            'error: the book and the ledger disagree; look closer: loandesk ledger verify',
          ],
    };
  },
};
