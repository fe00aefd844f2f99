import type { OperationName } from '../contract/operation-types.ts';

/** Fields that name a loan or an application, or something of one or of several. */
const OF_A_LOAN = [
  'loan_id',
  'application_id',
  'disbursement_reference',
  'payment_id',
  'held_id',
  'batch_id',
];

/** The ids a write is about, in one spelling. */
export function subjectOf(input: Readonly<Record<string, unknown>>): readonly string[] {
  const { allocations } = input;
  const parts = Array.isArray(allocations) ? (allocations as Readonly<Record<string, unknown>>[]) : [];
  const named = OF_A_LOAN.flatMap((field) => {
    const value = input[field];
    return typeof value === 'string' && value !== '' ? [value.toUpperCase()] : [];
  });
  return [...named, ...parts.flatMap(subjectOf)];
}

/** The same of a raw request: whatever in its path looks like an id. */
export function subjectOfPath(path: string): readonly string[] {
  const [bare = ''] = path.split('?');
  return bare
    .split('/')
    .filter((part) => /\d/.test(part) && !/^v\d+$/.test(part))
    .map((part) => part.toUpperCase());
}

/**
 * Whether two writes may be about the same loan. An application's id stands for its loan, a payment or a
 * disbursement is of one, held money or a file of any; which is whose only the server knows, so one of each counts
 * as the same.
 */
export function mayConcernTheSame(one: readonly string[], other: readonly string[]): boolean {
  if (one.some((id) => other.includes(id))) return true;
  const names = (ids: readonly string[], prefix: string) => ids.some((id) => id.startsWith(prefix));
  const ofALoan = (ids: readonly string[]) =>
    ['LN-', 'APP-', 'PAY-', 'DSB-', 'HLD-', 'BAT-'].some((prefix) => names(ids, prefix));
  const namesNoLoan = (ids: readonly string[]) => ofALoan(ids) && !names(ids, 'LN-') && !names(ids, 'APP-');
  return (
    (namesNoLoan(one) && ofALoan(other)) ||
    (namesNoLoan(other) && ofALoan(one)) ||
    (names(one, 'LN-') && names(other, 'APP-') && !names(one, 'APP-') && !names(other, 'LN-')) ||
    (names(one, 'APP-') && names(other, 'LN-') && !names(one, 'LN-') && !names(other, 'APP-'))
  );
}

/** Their bodies hold a password, which is kept nowhere: they are sent without being kept first. */
const WITH_A_SECRET: ReadonlySet<string> = new Set<OperationName>(['officers.add', 'officers.password']);

/** Whether a write may be kept on disk. */
export function holdsSecret(operation: string | null, path: string): boolean {
  return operation === null ? /\/(officers|auth)(\/|$|\?)/.test(path) : WITH_A_SECRET.has(operation);
}
