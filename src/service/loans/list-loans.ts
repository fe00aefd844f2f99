import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { type CalendarDate, parseDate } from '../../domain/dates.ts';
import { leftToPayOut } from '../../domain/left-to-pay-out.ts';
import { loanAccountAt } from '../../domain/loan-account.ts';
import type { Piastres } from '../../domain/money.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { LoanDossier, ReadTx } from '../../store/port.ts';
import { readAsOf } from '../as-of-date.ts';
import type { Call, ReadHandler } from '../call.ts';
import { readChoices } from '../choices.ts';
import { readListTimes } from '../list-times.ts';
import { merchantIdText } from '../merchants/resolve-merchant.ts';
import { type AskedPage, readPage, readWhole } from '../paging.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { readSorting, type Sorting } from '../sorting.ts';
import { withCollections } from './collections.ts';
import { loanResponse } from './loan-response.ts';

type Input = OperationInput<'loans.list'>;
type Loan = OperationOutput<'loans.list'>['data'][number];

const STATUSES = ['current', 'overdue', 'paid_off', 'defaulted'] as const;
const SORT_KEYS = [
  'created',
  'days_past_due',
  'outstanding_balance',
  'arrears_amount',
  'next_payment_due_date',
  'business_name',
] as const;
const MANY_DAYS = 100_000;
/** Loans computed at a time while filtering: bounds memory, not the answer. */
const CHUNK = 1_000;

type Key = (typeof SORT_KEYS)[number];

/** What a row must be; absent: anything. `left` is what may still be paid out. */
type Wanted = (loan: Loan, left: Piastres) => boolean;

/**
 * Loans, a page at a time, oldest first unless sorted. Status, lateness and due dates are computed for the date
 * asked, so a list filtered or sorted by them looks at every loan.
 */
export const handle: ReadHandler<Input, OperationOutput<'loans.list'>> = async (tx, input, call) => {
  const asked = readPage(input);
  if (isRefusal(asked)) return asked;
  const asOf = readAsOf(input.as_of, call.today, { mayBeLater: false });
  if (isRefusal(asOf)) return asOf;
  const wanted = readWanted(input);
  if (isRefusal(wanted)) return wanted;
  const times = readListTimes(input);
  if (isRefusal(times)) return times;
  const ids = input.undisbursed === true ? { ids: await tx.desk.notFullyPaidOut() } : {};
  const filter = { ...filterOf(input), ...times, ...ids };
  const sorting = readSorting(input.sort, SORT_KEYS);
  if (isRefusal(sorting)) return sorting;
  if (wanted === null && sorting.key === 'created' && !sorting.descending) {
    return storedOrder(tx, filter, asked, asOf, call);
  }
  const rows: Loan[] = [];
  for (let offset = 0; ; offset += CHUNK) {
    const page = await tx.loans.list(filter, { offset, limit: CHUNK });
    for (const { loan, left } of await responses(tx, page.rows, asOf, call))
      if (wanted?.(loan, left) ?? true) rows.push(loan);
    if (offset + page.rows.length >= page.totalCount || page.rows.length === 0) break;
  }
  sortRows(rows, sorting);
  const { offset, limit } = asked.request;
  const shown = rows.slice(offset, offset + (limit ?? rows.length));
  return {
    page: asked.page,
    size: asked.size,
    total_count: rows.length,
    data: input.past_due === true ? await withCollections(tx, shown, asOf) : shown,
  };
};

async function storedOrder(
  tx: ReadTx,
  filter: Parameters<ReadTx['loans']['list']>[0],
  asked: AskedPage,
  asOf: CalendarDate,
  call: Call,
): Promise<OperationOutput<'loans.list'>> {
  const page = await tx.loans.list(filter, asked.request);
  return {
    page: asked.page,
    size: asked.size,
    total_count: page.totalCount,
    data: (await responses(tx, page.rows, asOf, call)).map(({ loan }) => loan),
  };
}

function filterOf(input: Input) {
  return {
    ...(input.closed === true ? {} : { closed: false }),
    ...(input.merchant_id === undefined ? {} : { merchantId: merchantIdText(input.merchant_id) }),
    ...(input.q === undefined ? {} : { search: input.q }),
    ...(input.external_reference === undefined ? {} : { externalReference: input.external_reference }),
  };
}

async function responses(
  tx: ReadTx,
  dossiers: readonly LoanDossier[],
  asOf: CalendarDate,
  call: Call,
): Promise<{ loan: Loan; left: Piastres }[]> {
  const { values } = await policyInForce(tx, asOf);
  return dossiers.map((dossier) => {
    const account = loanAccountAt(dossier, asOf, values, call.today);
    return { loan: loanResponse(dossier, account), left: leftToPayOut(dossier, account) };
  });
}

function readWanted(input: Input): Wanted | null | Refusal {
  const statuses = readChoices('status', input.status, STATUSES);
  if (isRefusal(statuses)) return statuses;
  const least = readWhole('min_days', input.min_days, 0, MANY_DAYS, 0);
  if (typeof least !== 'number') return least;
  const most = readWhole('max_days', input.max_days, 0, MANY_DAYS, MANY_DAYS);
  if (typeof most !== 'number') return most;
  const dueBefore = input.due_before === undefined ? null : parseDate(input.due_before);
  if (isRefusal(dueBefore))
    return { ...dueBefore, code: 'invalid_query', message: `due_before: ${dueBefore.message}` };
  const { undisbursed = false } = input;
  const anything =
    statuses === undefined &&
    least === 0 &&
    most === MANY_DAYS &&
    dueBefore === null &&
    !input.past_due &&
    !undisbursed;
  if (anything) return null;
  return (loan, left) =>
    (!undisbursed || left > 0) &&
    (!input.past_due || loan.written_off_on === null) &&
    (statuses === undefined || statuses.includes(loan.payment_status)) &&
    loan.days_past_due >= Math.max(least, input.past_due ? 1 : 0) &&
    loan.days_past_due <= most &&
    (dueBefore === null || (loan.next_payment_due_date !== null && loan.next_payment_due_date < dueBefore));
}

/** Sorts in place; equal rows keep the order they were made in, and loans without a value come last. */
function sortRows(rows: Loan[], { key, descending }: Sorting<Key>): void {
  if (key === 'created') {
    if (descending) rows.reverse();
    return;
  }
  const sign = descending ? -1 : 1;
  rows.sort((a, b) => {
    const [left, right] = [a[key], b[key]];
    if (left === right) return 0;
    if (left === null || right === null) return left === null ? 1 : -1;
    return left < right ? -sign : sign;
  });
}
