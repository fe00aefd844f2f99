import { moneyInWords } from '../commands/named-in-questions.ts';
import type { Backend } from '../contract/backend.ts';
import type { OperationOutput } from '../contract/operation-types.ts';
import type { Outcome } from '../contract/problem.ts';
import { ProblemThrown } from './thrown.ts';

/** A row of a list as a search shows it; what it says is outside text as it came. */
export interface IdRow {
  readonly id: string;
  readonly says: string;
  /** Whether the command takes it as it stands now. */
  readonly fits: boolean;
}

/** Rows that answer to a part of an id or a name, the likeliest first; null: the server has no such list. */
export type IdRows = (typed: string, backend: Backend) => Promise<readonly IdRow[] | null>;

type Loan = OperationOutput<'loans.list'>['data'][number];
type Application = OperationOutput<'applications.list'>['data'][number];
type Disbursement = OperationOutput<'disbursements.list'>[number];
type Batch = OperationOutput<'payment_batches.list'>[number];
type Payment = OperationOutput<'payments.list'>[number];

const PAGE_SIZE = 50;
/** Of the newest rows that answer to a name so many pages are looked through: a book of a million stays quick. */
const MOST_PAGES = 6;

/** Loans, newest first. */
export const loanRows =
  (fits: (row: Loan) => boolean = () => true): IdRows =>
  (typed, backend) =>
    newestFirst(
      async (paging) => paged(await backend.call('loans.list', { ...searching(typed), ...paging })),
      (loan) => ({
        id: loan.loan_id,
        says: `${loan.business_name}, ${moneyInWords(loan.original_amount)} EGP, ${standing(loan)}`,
        fits: fits(loan),
      }),
    );

/** Applications, newest first. */
export const applicationRows =
  (fits: (row: Application) => boolean = () => true): IdRows =>
  (typed, backend) =>
    newestFirst(
      async (paging) => paged(await backend.call('applications.list', { ...searching(typed), ...paging })),
      (application) => ({
        id: application.application_id ?? '',
        says: `${application.business_name}, ${moneyInWords(application.requested_amount)} EGP, ${application.status}`,
        fits: fits(application),
      }),
    );

/** Disbursements, newest first. */
export const disbursementRows =
  (fits: (row: Disbursement) => boolean = () => true): IdRows =>
  (typed, backend) =>
    newestFirst(
      (paging) => backend.call('disbursements.list', { ...searching(typed), ...paging }),
      (one) => ({
        id: one.disbursement_reference ?? '',
        says: `${one.loan_id}, ${moneyInWords(one.disbursement_amount)} EGP on ${one.disbursement_date}, ${one.status}`,
        fits: fits(one),
      }),
    );

/** Payments, newest first. */
export const paymentRows =
  (fits: (row: Payment) => boolean = () => true): IdRows =>
  (typed, backend) =>
    newestFirst(
      (paging) => backend.call('payments.list', { ...searching(typed), ...paging }),
      (one) => ({
        id: one.payment_id,
        says: `${one.loan_id}, ${moneyInWords(one.payment_amount)} EGP on ${one.payment_date}, ${one.status}`,
        fits: fits(one),
      }),
    );

/** Imported files, newest first. */
export const batchRows =
  (fits: (row: Batch) => boolean = () => true): IdRows =>
  async (typed, backend) => {
    const answer = offered(await backend.call('payment_batches.list', { size: MOST_PAGES * PAGE_SIZE }));
    const rows = answer?.value.map((one) => ({
      id: one.batch_id,
      says: `${one.file_name ?? 'standard input'}, ${one.posted.count} posted on ${one.posted_on}, ${one.status}`,
      fits: fits(one),
    }));
    const part = typed.toLowerCase();
    return rows?.filter(({ id, says }) => `${id} ${says}`.toLowerCase().includes(part)) ?? null;
  };

/** Held rows, oldest first. */
export const heldRows =
  (state: 'open' | 'all'): IdRows =>
  async (typed, backend) => {
    const query = { ...searching(typed), state, size: PAGE_SIZE };
    const answer = offered(await backend.call('held_rows.list', query));
    const says = (row: OperationOutput<'held_rows.list'>[number]) =>
      [row.payer_name, `${moneyInWords(row.amount)} ${row.currency} on ${row.date}`, row.reason]
        .filter((part) => part !== null)
        .join(', ');
    return answer?.value.map((row) => ({ id: row.held_id, says: says(row), fits: true })) ?? null;
  };

/** Merchants. */
export const merchantRows: IdRows = async (typed, backend) => {
  const answer = offered(await backend.call('merchants.list', { ...named(typed), size: PAGE_SIZE }));
  return answer?.value.data.map((row) => ({ id: row.id, says: merchantSays(row), fits: true })) ?? null;
};

/** Users. */
export const userRows: IdRows = async (typed, backend) => {
  const answer = offered(await backend.call('users.list', { ...named(typed), size: PAGE_SIZE }));
  return answer?.value.map((row) => ({ id: row.user_id, says: row.user_name, fits: true })) ?? null;
};

/** Officers that can still sign in. */
export const officerRows: IdRows = async (typed, backend) => {
  const answer = offered(await backend.call('officers.list', { ...searching(typed), size: PAGE_SIZE }));
  const able = answer?.value.filter(({ disabled_at }) => disabled_at === null);
  return (
    able?.map((row) => ({ id: row.email, says: `${row.name}, ${row.roles.join(', ')}`, fits: true })) ?? null
  );
};

/** What waits for another person. */
export const approvalRows: IdRows = async (typed, backend) => {
  const answer = offered(await backend.call('approvals.list', { ...searching(typed), size: PAGE_SIZE }));
  const says = (row: OperationOutput<'approvals.list'>[number]) =>
    `${row.action} ${row.object}, ${row.given} of ${row.needed}, ${row.created_by}`;
  return answer?.value.map((row) => ({ id: String(row.approval), says: says(row), fits: true })) ?? null;
};

/** The values the bank sets, with what they are. */
export const policyRows: IdRows = async (_typed, backend) => {
  const answer = offered(await backend.call('policy.show', {}));
  return (
    answer?.value.values.map(({ key, value }) => ({ id: key, says: JSON.stringify(value), fits: true })) ??
    null
  );
};

/** A list of the interface's pages as a bare one. */
function paged<Row>(answer: Outcome<{ readonly data: Row[]; readonly total_count: number }>): Outcome<Row[]> {
  return answer.ok ? { ok: true, value: answer.value.data, totalCount: answer.value.total_count } : answer;
}

/** Lists give the oldest first, so the newest are on the last pages. */
async function newestFirst<Row>(
  fetchPage: (paging: { readonly page: number; readonly size: number }) => Promise<Outcome<Row[]>>,
  asRow: (row: Row) => IdRow,
): Promise<readonly IdRow[] | null> {
  const first = offered(await fetchPage({ page: 1, size: PAGE_SIZE }));
  if (first === null) return null;
  const pages = Math.ceil((first.totalCount ?? first.value.length) / PAGE_SIZE);
  if (pages <= 1) return first.value.map(asRow).reverse();
  const rows: IdRow[] = [];
  for (let page = pages; page > 0 && page > pages - MOST_PAGES; page--) {
    const answer = offered(page === 1 ? first : await fetchPage({ page, size: PAGE_SIZE }));
    rows.push(...(answer?.value ?? []).map(asRow).reverse());
  }
  return rows;
}

/** null: whoever asks has no such list, and types the id. Anything else that is wrong ends the command. */
function offered<Answer extends Outcome<unknown>>(answer: Answer): Extract<Answer, { ok: true }> | null {
  if (answer.ok) return answer as Extract<Answer, { ok: true }>;
  if (answer.problem.code === 'not_offered' || answer.problem.code === 'role_missing') return null;
  throw new ProblemThrown(answer.problem);
}

function searching(typed: string): { readonly q?: string } {
  return typed === '' ? {} : { q: typed };
}

function named(typed: string): { readonly search?: string } {
  return typed === '' ? {} : { search: typed };
}

function merchantSays({ name, external_id }: { readonly name: string | null; readonly external_id: string }) {
  return [name, external_id].filter((part) => part !== null && part !== '').join(', ');
}

function standing(loan: Loan): string {
  if (loan.closed !== null) return loan.closed.kind;
  if (loan.disbursement_status === null) return `${moneyInWords(loan.undisbursed_amount)} to pay out`;
  return loan.payment_status.replaceAll('_', ' ');
}
