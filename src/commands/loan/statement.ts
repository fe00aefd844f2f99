import type { OperationOutput } from '../../contract/operation-types.ts';
import type { Outcome } from '../../contract/problem.ts';
import type { Column } from '../../render/view.ts';
import type { CommandDefinition, CommandInput, Deps } from '../../shell/command-definition.ts';
import { DOCUMENT_OPTIONS } from '../document-options.ts';
import { KNOWN_AT } from '../known-at.ts';
import { printed, printingOf, printsDocument } from '../print-document.ts';
import { given, switchOption, textOption } from '../typed-values.ts';

/** `loan statement LOAN`: every movement with the balance after it, as data or as a document. */
export const command: CommandDefinition = {
  path: ['loan', 'statement'],
  says: "Show or print a loan's statement: every movement and the balance after it.",
  more: 'The balance is principal owed, less any credit. The interest and fees a payment paid stand right before it. What was reversed stays visible and adds up to nothing. With --all a file is written for each loan paid out by the end of the period, and an index.',
  args: [{ name: 'LOAN', says: 'id of the loan or of its application', required: true, of: 'loan' }],
  options: [
    {
      flag: '--from',
      value: { name: 'DATE', kind: 'date' },
      says: 'first value date (default: the first movement)',
    },
    {
      flag: '--to',
      value: { name: 'DATE', kind: 'date' },
      says: 'last value date (default: --as-of, else the business date)',
    },
    {
      flag: '--all',
      says: 'one file for each loan and an index, into the folder --out names',
      insteadOfRequired: true,
    },
    KNOWN_AT,
    ...DOCUMENT_OPTIONS,
  ],
  examples: [
    { line: 'loandesk loan statement LN-7K3QX9B23 --from 2026-01-01 --to 2026-06-30', says: 'half a year' },
    {
      line: 'loandesk loan statement LN-7K3QX9B23 --lang ar --out statement.html',
      says: 'to print, in Arabic',
    },
    {
      line: 'loandesk loan statement --all --from 2026-06-01 --to 2026-06-30 --format html --out june',
      says: "everybody's",
    },
  ],
  writes: false,
  prints: 'on_request',
  calls: ['loans.get', 'loans.list', 'loans.statement', 'documents.letterhead'],
  conflict({ args, options }) {
    const all = options.all === true;
    if (all && args.length > 0) return { code: 'usage', detail: '--all is for every loan; leave LOAN out.' };
    if (!all || options.out !== undefined) return null;
    return { code: 'usage', detail: '--all writes many files and needs a folder: --out DIR.' };
  },
  async run(input, deps) {
    if (switchOption(input, 'all')) {
      const { printAllStatements } = await import('./all-statements.ts');
      return printAllStatements(input, deps);
    }
    const rows = await statementOf(input.args[0] ?? '', input, deps);
    if (!rows.ok) return rows;
    if (!printsDocument(input)) {
      return {
        ok: true,
        data: rows.value,
        view: { shape: 'list', columns: COLUMNS, empty: 'Nothing has moved.' },
      };
    }
    const printing = await printingOf(input, deps);
    if (!printing.ok) return printing;
    const backend = await deps.backend();
    const loan = await backend.call('loans.get', {
      loan_id: input.args[0] ?? '',
      ...given({
        as_of: textOption(input, 'to') ?? deps.asOf ?? undefined,
        known_at: textOption(input, 'knownAt'),
      }),
    });
    if (!loan.ok) return loan;
    const { statementDocument } = await import('../../render/documents/statement-document.ts');
    const period = { from: textOption(input, 'from') ?? null, to: loan.value.as_of };
    const { letterhead, language } = printing.value;
    const document = statementDocument(loan.value, rows.value, period, letterhead, language);
    return printed(document, printing.value, input, deps);
  },
};

/** The movements of a loan between the dates asked. */
export async function statementOf(
  loanId: string,
  input: CommandInput,
  deps: Deps,
): Promise<Outcome<OperationOutput<'loans.statement'>>> {
  const backend = await deps.backend();
  return backend.call('loans.statement', {
    loan_id: loanId,
    ...given({
      from: textOption(input, 'from'),
      to: textOption(input, 'to'),
      as_of: deps.asOf ?? undefined,
      known_at: textOption(input, 'knownAt'),
    }),
  });
}

const COLUMNS: readonly Column[] = [
  { key: 'value_date', title: 'Value date', kind: 'date' },
  { key: 'booked_at', title: 'Booked at', kind: 'timestamp', wideOnly: true },
  { key: 'kind', title: 'Kind', kind: 'status' },
  { key: 'reference', title: 'Reference', kind: 'id' },
  { key: 'debit', title: 'Debit', kind: 'money' },
  { key: 'credit', title: 'Credit', kind: 'money' },
  { key: 'balance', title: 'Balance', kind: 'money' },
  { key: 'payment_reference', title: 'Bank reference', kind: 'id', wideOnly: true },
  { key: 'reversed', title: 'Reversed', kind: 'boolean' },
];
