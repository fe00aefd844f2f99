import type { OperationOutput } from '../contract/operation-types.ts';
import { moneyInWords } from './named-in-questions.ts';

type Reversed = OperationOutput<'payments.reverse'>;

/** What a command changes beside what it books. Absent from a server of another make. */
export interface Changes {
  readonly corrections?: Reversed['corrections'];
  readonly account?: Reversed['account'] | null;
}

/** The payments that are divided anew and the account, each before and after, a line each; empty: nothing changes. */
export function changesInWords({ corrections = [], account = null }: Changes): string[] {
  const payments = corrections.map(({ payment_id, before, after }) => {
    const parts = [
      change('interest', before.interest_amount, after.interest_amount),
      change('principal', before.principal_amount, after.principal_amount),
      change('fees', before.fee_amount, after.fee_amount),
      change('credit', before.credit_amount, after.credit_amount),
      change('recovered', before.recovered_amount, after.recovered_amount),
      change('remaining balance', before.remaining_balance, after.remaining_balance),
    ];
    return `  ${payment_id}: ${said(parts)}`;
  });
  const heading =
    payments.length === 1 ? '1 payment changes:' : `${payments.length} payments change, in date order:`;
  const loan = account === null ? '' : loanInWords(account);
  return [...(payments.length === 0 ? [] : [heading, ...payments]), ...(loan === '' ? [] : [loan])];
}

/** The same where nothing was asked, so that nobody was told: the lines are said beside the result. */
export function changesNotAskedAbout(
  answer: Changes,
  { dryRun, assumeYes }: { readonly dryRun: boolean; readonly assumeYes: boolean },
): string[] {
  return dryRun || assumeYes ? changesInWords(answer) : [];
}

function loanInWords({ before, after }: Reversed['account']): string {
  const parts = [
    change('outstanding', before.outstanding_balance, after.outstanding_balance),
    change('accrued interest', before.accrued_interest, after.accrued_interest),
    change('payoff', before.payoff_amount, after.payoff_amount),
    change('arrears', before.arrears_amount, after.arrears_amount),
    change('credit', before.credit_balance, after.credit_balance),
    change('days past due', String(before.days_past_due), String(after.days_past_due)),
    change('next due', before.next_payment_due_date ?? 'none', after.next_payment_due_date ?? 'none'),
    change('status', before.payment_status, after.payment_status),
  ];
  const words = said(parts);
  return words === '' ? '' : `The loan: ${words}`;
}

function said(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(', ');
}

/** Such as `interest 120.00 → 100.00`; null when nothing changed. */
function change<Value extends number | string>(what: string, before: Value, after: Value): string | null {
  if (before === after) return null;
  const shown = (value: Value) => (typeof value === 'number' ? moneyInWords(value) : value);
  return `${what} ${shown(before)} → ${shown(after)}`;
}
