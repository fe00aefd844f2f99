import type { OperationInput, OperationOutput } from '../../../contract/operation-types.ts';
import type { CommandDefinition, Deps } from '../../../shell/command-definition.ts';
import { awaiting } from '../../awaiting.ts';
import { carryOut } from '../../carry-out.ts';
import { type Changes, changesInWords } from '../../corrections-in-words.ts';
import { loanInWords, moneyInWords } from '../../named-in-questions.ts';
import { given, plainAmount, textOption } from '../../typed-values.ts';
import { SPLIT_COLUMNS } from '../split-columns.ts';

type Matched = OperationOutput<'held_rows.match'>;
type Payment = Matched['payments'][number];

/** `pay review match HLD LOAN[=AMOUNT]…`: books held money, or takes back what a return names. */
export const command: CommandDefinition = {
  path: ['pay', 'review', 'match'],
  says: 'Book held money on the loans it is for, or reverse the payment a returned row takes back.',
  more: 'Money may go to several loans; what is given to none stays held. A loan without an amount gets the rest. Of a returned row, name the payment instead. The payment keeps the reference of the bank and the batch of the file.',
  args: [
    { name: 'HLD', says: 'id of the held row', required: true, of: 'held_row', ids: 'held-row-open' },
    {
      name: 'LOAN[=AMOUNT]',
      says: 'a loan by id or alias, with its part of the money; of a returned row, the payment',
      asks: 'The loan all of it is for; of a returned row, the payment',
      required: true,
      variadic: true,
      ids: 'loan-active',
    },
  ],
  options: [
    {
      flag: '--date',
      value: { name: 'DATE', kind: 'date' },
      says: "payment date, not before the row's own (the default)",
      field: 'date',
    },
  ],
  examples: [
    { line: 'loandesk pay review match HLD-7K3QX9B23 LN-7K3QX9B23', says: 'all of it for one loan' },
    {
      line: 'loandesk pay review match HLD-7K3QX9B23 shop-7=1500 shop-9',
      says: 'one transfer for two loans',
    },
    { line: 'loandesk pay review match HLD-7K3QX9B23 PAY-2C7D9F1KA', says: 'a return of that payment' },
  ],
  writes: true,
  calls: ['held_rows.match', 'loans.get'],
  exitCodes: [8],
  columns: () => PAYMENTS,
  async run(input, deps) {
    const done = await carryOut(
      deps,
      'held_rows.match',
      requestOf(input.args, textOption(input, 'date')),
      (plan) => asking(plan, deps),
    );
    if (!done.ok) return done;
    const { isAwaiting, exitCode, notices } = awaiting(done.value, deps);
    const told = deps.dryRun || (deps.assumeYes && !isAwaiting);
    return {
      ok: true,
      data: done.value,
      exitCode,
      notices: [
        ...(told ? [...changesOf(done.value), ...doubtsOf(done.value)] : []),
        ...(isAwaiting ? [] : stateInWords(done.value)),
        ...notices,
      ],
      view:
        done.value.reversed === null
          ? { shape: 'list', rowsKey: 'payments', heading: HEADING, columns: PAYMENTS, empty: '' }
          : { shape: 'record', columns: [...HEADING, ...REVERSED] },
    };
  },
};

const HEADING = [
  { key: 'held_id', title: 'Held row', kind: 'id' },
  { key: 'batch_id', title: 'Batch', kind: 'id' },
  { key: 'state', title: 'State', kind: 'status' },
  { key: 'waiting_amount', title: 'Waiting', kind: 'money' },
] as const;
const PAYMENTS = [
  { key: 'payment_id', title: 'Payment', kind: 'id' },
  { key: 'loan_id', title: 'Loan', kind: 'id' },
  { key: 'payment_amount', title: 'Amount', kind: 'money' },
  { key: 'payment_date', title: 'Date', kind: 'date' },
  { key: 'payment_reference', title: 'Reference', kind: 'id' },
  ...SPLIT_COLUMNS,
] as const;
const REVERSED = [
  { key: 'reversed.payment_id', title: 'Payment reversed', kind: 'id' },
  { key: 'reversed.loan_id', title: 'Loan', kind: 'id' },
  { key: 'reversed.payment_amount', title: 'Amount', kind: 'money' },
  { key: 'reversed.payment_date', title: 'Date', kind: 'date' },
  { key: 'reversed.remaining_balance', title: 'Outstanding', kind: 'money' },
] as const;

function requestOf(args: readonly string[], date: string | undefined): OperationInput<'held_rows.match'> {
  const [held_id = '', ...named] = args;
  const [only = ''] = named;
  if (named.length === 1 && /^\s*PAY-/i.test(only)) return { held_id, payment_id: only, ...given({ date }) };
  return { held_id, allocations: named.map(allocation), ...given({ date }) };
}

/** The last `=` parts the amount: an alias may have one of its own. */
function allocation(text: string): { loan_id: string; amount?: string } {
  const at = text.lastIndexOf('=');
  return at === -1
    ? { loan_id: text }
    : { loan_id: text.slice(0, at), amount: plainAmount(text.slice(at + 1)) };
}

async function asking(plan: Matched, deps: Deps) {
  const { reversed, payments } = plan;
  if (reversed !== null) {
    const payment = `payment ${reversed.payment_id} of ${moneyInWords(reversed.payment_amount)} on ${reversed.payment_date}`;
    return {
      summary: [
        `${plan.held_id} takes back ${payment}: on ${await loanInWords(reversed.loan_id, deps)} it will count as never made.`,
        ...changesInWords(reversed),
        ...stateInWords(plan),
      ],
      question: 'Reverse this payment?',
      defaultYes: false,
    };
  }
  const lines: string[] = [];
  for (const payment of payments) {
    lines.push(paymentInWords(payment, await loanInWords(payment.loan_id, deps)), ...changesInWords(payment));
  }
  const doubted = payments.some(({ equal_payment_id }) => equal_payment_id !== null);
  const what = payments.length === 1 ? 'this payment' : 'these payments';
  return {
    summary: [...lines, ...stateInWords(plan)],
    question: doubted ? `Book ${what} all the same?` : `Book ${what}?`,
    defaultYes: !doubted,
  };
}

function paymentInWords(payment: Payment, loan: string): string {
  const fees = payment.fee_amount > 0 ? `, fees ${moneyInWords(payment.fee_amount)}` : '';
  const credit = payment.credit_amount > 0 ? `, kept as credit ${moneyInWords(payment.credit_amount)}` : '';
  const recovered = payment.recovered_amount > 0 ? ' (recovered of what was written off)' : '';
  const twin = payment.equal_payment_id;
  const known = twin === null ? '' : ` It may be booked already: ${twin}.`;
  return `${moneyInWords(payment.payment_amount)} EGP on ${payment.payment_date} for ${loan}: interest ${moneyInWords(payment.interest_amount)}, principal ${moneyInWords(payment.principal_amount)}${recovered}${fees}${credit}, remaining balance ${moneyInWords(payment.remaining_balance)}.${known}`;
}

/** What the match changes about other payments, where nobody was asked. */
function changesOf({ payments, reversed }: Matched): string[] {
  const changed: readonly Changes[] = reversed === null ? payments : [reversed];
  return changed.flatMap((one) => changesInWords(one));
}

/** What may be booked already, where nobody was asked. */
function doubtsOf({ payments }: Matched): string[] {
  return payments.flatMap(({ loan_id, payment_amount, equal_payment_id: twin }) =>
    twin === null
      ? []
      : [`warning: ${moneyInWords(payment_amount)} for ${loan_id} may be booked already: ${twin}`],
  );
}

function stateInWords({ held_id, waiting_amount, state }: Matched): string[] {
  return state === 'open' ? [`${moneyInWords(waiting_amount ?? 0)} of ${held_id} stays held.`] : [];
}
