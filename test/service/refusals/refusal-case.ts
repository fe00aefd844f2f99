import type { OperationInput, OperationName } from '../../../src/contract/operation-types.ts';
import type { ProblemCode } from '../../../src/contract/problems.ts';
import type { Desk } from '../desk.ts';

export interface Arranged<Name extends OperationName> {
  readonly input: OperationInput<Name>;
  /** What the message must name: the value given, the figure that decided. */
  readonly says: readonly string[];
  /** What the hint must name, where it must name something. */
  readonly hints?: string;
  /** `pointer code` of every faulty field, in any order. */
  readonly faults?: readonly string[];
}

/** One way for one operation to be refused. */
export interface RefusalCase<Name extends OperationName = OperationName> {
  readonly operation: Name;
  readonly code: ProblemCode;
  readonly when: string;
  arrange(desk: Desk): Promise<Arranged<Name>> | Arranged<Name>;
}

/** Declares a case with its input typed by its operation. */
export function refusal<Name extends OperationName>(
  operation: Name,
  code: ProblemCode,
  when: string,
  arrange: RefusalCase<Name>['arrange'],
): RefusalCase {
  return { operation, code, when, arrange } as unknown as RefusalCase;
}

/** Valid ids nothing in a test's ledger has. */
export const NO_LOAN = 'LN-00000000S';
export const NO_APPLICATION = 'APP-00000000S';
export const NO_DISBURSEMENT = 'DSB-00000000S';
export const NO_MERCHANT = 'MRC-00000000S';
export const NO_PAYMENT = 'PAY-00000000S';
export const NO_BATCH = 'BAT-00000000S';
export const NO_HELD_ROW = 'HLD-00000000S';

/** The id with its last character but one changed, so that its check character is wrong. */
export function mistyped(id: string): string {
  const at = id.length - 2;
  return `${id.slice(0, at)}${id[at] === '7' ? '8' : '7'}${id.slice(at + 1)}`;
}
