import { DAY_COUNTS } from '../../domain/day-count.ts';
import { REPAYMENT_STYLES } from '../../domain/loan-terms.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { DOCUMENT_OPTIONS } from '../document-options.ts';
import { printed, printingOf, printsDocument } from '../print-document.ts';
import { given, plainAmount, textOption } from '../typed-values.ts';
import { INSTALLMENT_COLUMNS, QUOTE_HEADING } from './installment-columns.ts';

/** `loan quote`: the schedule a loan would have. */
export const command: CommandDefinition = {
  path: ['loan', 'quote'],
  says: 'Work out the installments a loan would have. Needs no ledger.',
  args: [],
  options: [
    {
      flag: '--amount',
      value: { name: 'N', kind: 'amount' },
      says: 'amount in EGP',
      field: 'amount',
      required: true,
    },
    {
      flag: '--rate',
      value: { name: 'R', kind: 'rate' },
      says: 'percent per year, such as 24.5',
      asks: 'Rate in percent per year, such as 24.5',
      field: 'interest_rate',
      required: true,
    },
    {
      flag: '--term',
      value: { name: 'MONTHS', kind: 'integer' },
      says: 'number of installments',
      field: 'term_months',
      required: true,
    },
    {
      flag: '--date',
      value: { name: 'DATE', kind: 'date' },
      says: 'day of disbursement (default: the business date)',
    },
    {
      flag: '--day-count',
      value: { name: 'NAME', kind: 'choice', choices: DAY_COUNTS },
      says: 'how days become interest',
      field: 'day_count',
    },
    {
      flag: '--style',
      value: { name: 'NAME', kind: 'choice', choices: REPAYMENT_STYLES },
      says: 'how principal is repaid',
      field: 'repayment_style',
    },
    {
      flag: '--grace',
      value: { name: 'MONTHS', kind: 'integer' },
      says: 'months of interest only at first',
      field: 'grace_months',
    },
    ...DOCUMENT_OPTIONS,
  ],
  examples: [
    { line: 'loandesk loan quote --amount 50,000 --rate 24.5 --term 12', says: 'level installments' },
    {
      line: 'loandesk loan quote --amount 50000 --rate 24.5 --term 12 --style bullet --day-count actual/365',
      says: 'interest monthly, principal at the end',
    },
  ],
  writes: false,
  worksWithoutLedger: 'always',
  prints: 'on_request',
  calls: ['quotes.get', 'documents.letterhead'],
  async run(input, deps) {
    const backend = await deps.backend();
    const answer = await backend.call('quotes.get', {
      amount: plainAmount(textOption(input, 'amount') ?? ''),
      interest_rate: textOption(input, 'rate') ?? '',
      term_months: textOption(input, 'term') ?? '',
      ...given({
        date: textOption(input, 'date'),
        day_count: textOption(input, 'dayCount'),
        repayment_style: textOption(input, 'style'),
        grace_months: textOption(input, 'grace'),
      }),
    });
    if (!answer.ok) return answer;
    if (printsDocument(input)) {
      const printing = await printingOf(input, deps);
      if (!printing.ok) return printing;
      const { quoteDocument } = await import('../../render/documents/schedule-document.ts');
      const { letterhead, language } = printing.value;
      return printed(quoteDocument(answer.value, letterhead, language), printing.value, input, deps);
    }
    return {
      ok: true,
      data: answer.value,
      view: {
        shape: 'list',
        rowsKey: 'installments',
        heading: QUOTE_HEADING,
        columns: INSTALLMENT_COLUMNS,
        empty: 'The schedule has no installment.',
      },
    };
  },
};
