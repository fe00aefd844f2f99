import type { CalendarDate } from '../domain/dates.ts';
import type { DisbursementStatus } from '../domain/disbursement.ts';
import type { Instant } from './records.ts';

/** Filters that applications and loans have in common; what is absent is not asked for. */
interface CommonFilter {
  /** Any id the merchant goes by. */
  readonly merchantId?: string;
  /** Part of an id, of the external reference or of the business name, folded; of a loan, of an alias too. */
  readonly search?: string;
  /** That of the application, whoever's it is. */
  readonly externalReference?: string;
  /** Strictly later. */
  readonly createdAfter?: Instant;
  /** Strictly later: of an application its decisions count, of a loan what was booked, registered, noted or closed. */
  readonly updatedAfter?: Instant;
}

export interface ApplicationFilter extends CommonFilter {
  readonly status?: readonly string[];
}

export interface LoanFilter extends CommonFilter {
  readonly closed?: boolean;
  /** Only loans with one of the ids. */
  readonly ids?: readonly string[];
}

/** How applications are sorted; equal ones stand in the order they were made in. */
export interface ApplicationOrder {
  readonly key: 'created' | 'requested_amount' | 'business_name';
  readonly descending: boolean;
}

/** What disbursements must be to be listed; absent: anything. */
export interface DisbursementFilter {
  readonly loanId?: string;
  readonly status?: { readonly oneOf: readonly DisbursementStatus[]; readonly asOf: CalendarDate };
  /** Part of the reference, the account or the loan id, or of what the loan goes by. */
  readonly search?: string;
}
