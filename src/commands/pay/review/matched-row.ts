import type { OperationOutput } from '../../../contract/operation-types.ts';
import type { CommandResult, Deps } from '../../../shell/command-definition.ts';
import { awaiting } from '../../awaiting.ts';
import type { Asking } from '../../carry-out.ts';
import { type Changes, changesInWords } from '../../corrections-in-words.ts';
import { loanInWords, moneyInWords } from '../../named-in-questions.ts';
import { SPLIT_COLUMNS } from '../split-columns.ts';

type Matched = OperationOutput<'held_rows.match'>;
type Payment = Matched['payments'][number];

const HEADING = [
  { key: 'held_id', title: 'Held row', kind: 'id' },
  { key: 'batch_id', title: 'Batch', kind: 'id' },
  { key: 'state', title: 'State', kind: 'status' },
  { key: 'waiting_amount', title: 'Waiting', kind: 'money' },
] as const;
/** Columns of the payments made of a held row. */
export const PAYMENTS = [
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

/** What a match did, with what nobody was asked about. */
export function matchedResult(value: Matched, deps: Deps): CommandResult {
  const { isAwaiting, exitCode, notices } = awaiting(value, deps);
  const told = deps.dryRun || (deps.assumeYes && !isAwaiting);
  return {
    ok: true,
    data: value,
    exitCode,
    notices: [
      ...(told ? [...changesOf(value), ...doubtsOf(value)] : []),
      ...(isAwaiting ? [] : stateInWords(value)),
      ...notices,
    ],
    view:
      value.reversed === null
        ? { shape: 'list', rowsKey: 'payments', heading: HEADING, columns: PAYMENTS, empty: '' }
        : { shape: 'record', columns: [...HEADING, ...REVERSED] },
  };
}

/** What a match will do, and the question whether it shall. */
export async function askingToMatch(plan: Matched, deps: Deps): Promise<Asking> {
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
