import type { OperationOutput } from '../../contract/operation-types.ts';
import { formatSum } from '../../domain/amount-sum.ts';
import type { CommandDefinition } from '../../shell/command-definition.ts';
import { everyRowOrPage } from '../every-page.ts';
import { PAGE_OPTIONS } from '../shared-options.ts';
import { given, plainAmount, textOption } from '../typed-values.ts';
import { type HeldPayment, heldPayments } from './held-payments.ts';

type Total = OperationOutput<'payments.totals'>[number];

/** `pay ls`: payments of all loans, posted, reversed and held, with totals by method. */
export const command: CommandDefinition = {
  path: ['pay', 'ls'],
  says: 'List payments of all loans, posted, reversed and held, the latest first; totals by method beside it.',
  more: 'Money that waits in review comes first, with what waits of it; "pay review" settles it.',
  args: [],
  options: [
    { flag: '--on', value: { name: 'DATE', kind: 'date' }, says: 'one day' },
    { flag: '--from', value: { name: 'DATE', kind: 'date' }, says: 'first day' },
    { flag: '--to', value: { name: 'DATE', kind: 'date' }, says: 'last day' },
    {
      flag: '--by',
      value: { name: 'DATE', kind: 'choice', choices: ['booked', 'paid'] },
      says: 'which day counts: when it was entered, in Cairo, or its own date (the default)',
    },
    { flag: '--amount', value: { name: 'N', kind: 'amount' }, says: 'exactly this amount' },
    { flag: '--reference', value: { name: 'REF', kind: 'text' }, says: "the bank's own reference" },
    {
      flag: '--method',
      value: {
        name: 'METHOD',
        kind: 'choice',
        choices: ['auto_debit', 'manual_transfer', 'revenue_share'],
      },
      says: 'how it was paid',
    },
    { flag: '--batch', value: { name: 'BAT', kind: 'id' }, says: 'what came in one file' },
    { flag: '--search', value: { name: 'TEXT', kind: 'text' }, says: 'part of an id or of a reference' },
    ...PAGE_OPTIONS,
  ],
  examples: [
    { line: 'loandesk pay ls --on 2026-03-31', says: 'of one day' },
    { line: 'loandesk pay ls --from 2026-03-01 --to 2026-03-31 --by booked --format csv', says: 'a month' },
  ],
  writes: false,
  calls: ['payments.list', 'payments.totals', 'held_rows.list'],
  async run(input, deps) {
    const backend = await deps.backend();
    const amount = textOption(input, 'amount');
    const filter = given({
      on: textOption(input, 'on'),
      from: textOption(input, 'from'),
      to: textOption(input, 'to'),
      by: textOption(input, 'by'),
      amount: amount === undefined ? undefined : plainAmount(amount),
      reference: textOption(input, 'reference'),
      method: textOption(input, 'method'),
      batch: textOption(input, 'batch'),
      q: textOption(input, 'search'),
    });
    const answer = await everyRowOrPage(input, deps, (paging) =>
      backend.call('payments.list', { ...filter, ...paging }),
    );
    if (!answer.ok) return answer;
    const totals = await backend.call('payments.totals', filter);
    if (!totals.ok) return totals;
    const isFirst = Number(textOption(input, 'page') ?? 1) === 1;
    const held: Awaited<ReturnType<typeof heldPayments>> = isFirst
      ? await heldPayments(deps, backend, filter)
      : { ok: true, value: [] };
    if (!held.ok) return held;
    return {
      ok: true,
      data: [...held.value, ...answer.value.map((payment) => ({ ...payment, held_id: null }))],
      notices: [...totals.value.map(inWords), ...heldInWords(held.value)],
      view: {
        shape: 'list',
        columns: [
          { key: 'payment_id', title: 'Payment', kind: 'id' },
          { key: 'loan_id', title: 'Loan', kind: 'id' },
          { key: 'payment_date', title: 'Date', kind: 'date' },
          { key: 'payment_amount', title: 'Amount', kind: 'money' },
          { key: 'payment_method', title: 'Method', kind: 'text' },
          { key: 'payment_reference', title: 'Reference', kind: 'id' },
          { key: 'principal_amount', title: 'Principal', kind: 'money', wideOnly: true },
          { key: 'interest_amount', title: 'Interest', kind: 'money', wideOnly: true },
          { key: 'fee_amount', title: 'Fees', kind: 'money', wideOnly: true },
          { key: 'credit_amount', title: 'Credit', kind: 'money', wideOnly: true },
          { key: 'recovered_amount', title: 'Recovered', kind: 'money', wideOnly: true },
          { key: 'remaining_balance', title: 'Remaining', kind: 'money', wideOnly: true },
          { key: 'status', title: 'Status', kind: 'status' },
          { key: 'batch_id', title: 'Batch', kind: 'id', wideOnly: true },
          { key: 'held_id', title: 'Held row', kind: 'id', wideOnly: true },
          { key: 'booked_at', title: 'Booked at', kind: 'timestamp' },
          { key: 'booked_by', title: 'Booked by', kind: 'text', wideOnly: true },
        ],
        empty: 'No payment fits.',
        ...(answer.totalCount === undefined ? {} : { totalCount: answer.totalCount + held.value.length }),
      },
    };
  },
};

/** Such as `manual_transfer posted: 12 payments, 34,000.00`. */
function inWords({ payment_method, status, payments, payment_amount }: Total): string {
  const amount = grouped(payment_amount);
  return `${payment_method} ${status}: ${payments} ${payments === 1 ? 'payment' : 'payments'}, ${amount}`;
}

/** The same of what is held, by method. */
function heldInWords(rows: readonly HeldPayment[]): string[] {
  const methods = [...new Set(rows.map(({ payment_method }) => payment_method))].sort();
  return methods.map((method) => {
    const amounts = rows.filter(({ payment_method }) => payment_method === method);
    const sum = amounts.reduce(
      (all, { payment_amount }) => all + BigInt(Math.round(payment_amount * 100)),
      0n,
    );
    const rowsInWords = `${amounts.length} ${amounts.length === 1 ? 'row' : 'rows'}`;
    return `${method} held: ${rowsInWords}, ${grouped(formatSum(sum))}`;
  });
}

function grouped(sum: string): string {
  return sum.replace(/\B(?=(\d{3})+\.)/g, ',');
}
