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
type Match = OperationOutput<'find.list'>['matches'][number];

const PAGE_SIZE = 50;
/** Of the newest rows so many pages are looked through for those that fit: a book of a million stays quick. */
const MOST_PAGES = 4;
/** Of each kind so many answers are looked at, and of so many loans their payments and payouts. */
const MOST_FOUND = 30;
const MOST_LOANS = 5;

/** Loans: the newest, or those that answer to what is typed. */
export const loanRows =
  (fits: (row: Loan) => boolean = () => true): IdRows =>
  async (typed, backend) => {
    const asRow = (loan: Loan) => loanRow(loan, fits(loan));
    if (typed === '') {
      return newestFirst(async (paging) => paged(await backend.call('loans.list', paging)), asRow);
    }
    const ids = await foundIds('loan', typed, backend);
    return ids && eachOf(ids, async (loan_id) => backend.call('loans.get', { loan_id }), asRow);
  };

/** Applications: the newest, or those that answer to what is typed. */
export const applicationRows: IdRows = async (typed, backend) => {
  if (typed === '') {
    return newestFirst(
      async (paging) => paged(await backend.call('applications.list', paging)),
      applicationRow,
    );
  }
  const ids = await foundIds('application', typed, backend);
  const get = async (application_id: string) => backend.call('applications.get', { application_id });
  return ids && eachOf(ids, get, applicationRow);
};

/** Loans with something left to pay out, the newest first: the list itself knows them. */
export const rowsToDisburse: IdRows = async (typed, backend) => {
  const query = { ...searching(typed), undisbursed: true, sort: '-created', size: MOST_FOUND };
  const answer = offered(await backend.call('loans.list', query));
  return answer?.value.data.map((loan) => loanRow(loan, true)) ?? null;
};

/** Undecided applications, the newest first. */
export const undecidedRows: IdRows = async (typed, backend) => {
  const status = 'submitted,pending_review';
  const query = { ...searching(typed), status, sort: '-created', size: MOST_FOUND };
  const answer = offered(await backend.call('applications.list', query));
  return answer?.value.data.map(applicationRow) ?? null;
};

/** Disbursements: the newest, or those of loans that answer to what is typed. */
export const disbursementRows =
  (fits: (row: Disbursement) => boolean = () => true): IdRows =>
  async (typed, backend) => {
    const asRow = (one: Disbursement): IdRow => ({
      id: one.disbursement_reference ?? '',
      says: `${one.loan_id}, ${moneyInWords(one.disbursement_amount)} EGP on ${one.disbursement_date}, ${one.status}`,
      fits: fits(one),
    });
    if (typed === '') return newestFirst((paging) => backend.call('disbursements.list', paging), asRow);
    const loans = await foundIds('loan', typed, backend);
    const rows = loans && (await ofLoans(loans, 'loans.disbursements', asRow, backend));
    return rows && narrowed(rows, typed);
  };

/** Payments that answer to what is typed, and those of loans that do. Without a word there are too many of them. */
export const paymentRows =
  (fits: (row: Payment) => boolean = () => true): IdRows =>
  async (typed, backend) => {
    if (typed === '') return (await backend.isOurs?.()) === false ? null : [];
    const asRow = (one: Payment): IdRow => ({
      id: one.payment_id,
      says: `${one.loan_id}, ${moneyInWords(one.payment_amount)} EGP on ${one.payment_date}, ${one.status}`,
      fits: fits(one),
    });
    const ids = await foundIds('payment', typed, backend);
    if (ids === null) return null;
    const get = async (payment_id: string) => backend.call('payments.receipt', { payment_id });
    const direct = await eachOf(ids, get, (receipt) => asRow(receipt as unknown as Payment));
    if (direct.length > 0) return direct;
    return ofLoans((await foundIds('loan', typed, backend)) ?? [], 'loans.payments', asRow, backend);
  };

/** Merchants: the first, or those that answer to what is typed. */
export const merchantRows: IdRows = async (typed, backend) => {
  if (typed !== '') return foundRows('merchant', typed, backend);
  const answer = offered(await backend.call('merchants.list', { size: PAGE_SIZE }));
  return answer?.value.data.map((row) => ({ id: row.id, says: merchantSays(row), fits: true })) ?? null;
};

/** Users that answer to what is typed. A list of them would be a reading that is recorded. */
export const userRows: IdRows = async (typed, backend) => {
  if (typed !== '') return foundRows('user', typed, backend);
  return (await backend.isOurs?.()) === false ? null : [];
};

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
  (state: 'open' | 'all' | 'unsure'): IdRows =>
  async (typed, backend) => {
    const query = { ...searching(typed), state, size: PAGE_SIZE };
    const answer = offered(await backend.call('held_rows.list', query));
    const says = (row: OperationOutput<'held_rows.list'>[number]) =>
      [row.payer_name, `${moneyInWords(row.amount)} ${row.currency} on ${row.date}`, row.reason]
        .filter((part) => part !== null)
        .join(', ');
    return answer?.value.map((row) => ({ id: row.held_id, says: says(row), fits: true })) ?? null;
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

function loanRow(loan: Loan, fits: boolean): IdRow {
  const says = `${loan.business_name}, ${moneyInWords(loan.original_amount)} EGP, ${standing(loan)}`;
  return { id: loan.loan_id, says, fits };
}

function applicationRow(one: Application): IdRow {
  const says = `${one.business_name}, ${moneyInWords(one.requested_amount)} EGP, ${one.status}`;
  return { id: one.application_id ?? '', says, fits: true };
}

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

/** What answers to a text by any id, name, reference or amount; null: the server does not look for things. */
async function found(kind: Match['kind'], typed: string, backend: Backend): Promise<readonly Match[] | null> {
  const answer = await backend.call('find.list', { q: typed, size: MOST_FOUND });
  // Nothing but marks, or a text longer than any name.
  if (!answer.ok && answer.problem.code === 'invalid_query') return [];
  return offered(answer)?.value.matches.filter((match) => match.kind === kind) ?? null;
}

async function foundIds(kind: Match['kind'], typed: string, backend: Backend) {
  return (await found(kind, typed, backend))?.map(({ id }) => id) ?? null;
}

async function foundRows(kind: Match['kind'], typed: string, backend: Backend) {
  const says = ({ description, matched, value }: Match) =>
    matched === 'name' || matched === 'id' ? description : `${description}, ${value}`;
  return (
    (await found(kind, typed, backend))?.map((one) => ({ id: one.id, says: says(one), fits: true })) ?? null
  );
}

/** Each of what was found as it stands now; what is gone meanwhile is left out. */
async function eachOf<Row>(
  ids: readonly string[],
  get: (id: string) => Promise<Outcome<Row>>,
  asRow: (row: Row) => IdRow,
): Promise<readonly IdRow[]> {
  const rows: IdRow[] = [];
  for (const id of ids) {
    const answer = await get(id);
    if (answer.ok) rows.push(asRow(answer.value));
  }
  return rows;
}

/** Payments or payouts of the first of some loans, the latest first. */
async function ofLoans<Name extends 'loans.payments' | 'loans.disbursements'>(
  loans: readonly string[],
  name: Name,
  asRow: (row: OperationOutput<Name>[number]) => IdRow,
  backend: Backend,
): Promise<readonly IdRow[]> {
  const rows: IdRow[] = [];
  for (const loan_id of loans.slice(0, MOST_LOANS)) {
    const answer = await backend.call<'loans.payments' | 'loans.disbursements'>(name, { loan_id });
    if (answer.ok) rows.push(...(answer.value as OperationOutput<Name>[number][]).map(asRow).reverse());
  }
  return rows;
}

/** Of rows found by their loans: those whose own id is typed, where it is one. */
function narrowed(rows: readonly IdRow[], typed: string): readonly IdRow[] {
  const own = rows.filter(({ id }) => id.toLowerCase().startsWith(typed.toLowerCase()));
  return own.length > 0 ? own : rows;
}

/** null: whoever asks has no such list, and types the id. Anything else that is wrong ends the command. */
export function offered<Answer extends Outcome<unknown>>(
  answer: Answer,
): Extract<Answer, { ok: true }> | null {
  if (answer.ok) return answer as Extract<Answer, { ok: true }>;
  if (answer.problem.code === 'not_offered' || answer.problem.code === 'role_missing') return null;
  throw new ProblemThrown(answer.problem);
}

function searching(typed: string): { readonly q?: string } {
  return typed === '' ? {} : { q: typed };
}

function merchantSays({ name, external_id }: { readonly name: string | null; readonly external_id: string }) {
  return [name, external_id].filter((part) => part !== null && part !== '').join(', ');
}

function standing(loan: Loan): string {
  if (loan.closed !== null) return loan.closed.kind;
  if (loan.disbursement_status === null) return `${moneyInWords(loan.undisbursed_amount)} to pay out`;
  return loan.payment_status.replaceAll('_', ' ');
}
