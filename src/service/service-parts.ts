import type { CalendarDate } from '../domain/dates.ts';
import type { Store } from '../store/port.ts';
import type { Passwords } from './access/passwords.ts';
import type { PlanKeeper } from './batches/plan-keeper.ts';
import type { Caller } from './call.ts';

/** What the service needs from outside: the clock and the randomness are arguments, never reached for. */
export interface ServiceParts {
  readonly store: Store;
  nowMs(): number;
  randomBytes(size: number): Uint8Array;
  readonly caller: Caller;
  /** `--business-date`: the clock then reads 12:00 UTC of that day. */
  readonly givenBusinessDate: CalendarDate | null;
  readonly describedAs: string;
  /** Id of the request as the HTTP face has it; drawn here when absent. */
  readonly requestId?: string;
  /** Where a planned file waits for its posting, when this very process posts it; in the ledger when absent. */
  readonly plans?: PlanKeeper;
  /** How passwords are hashed; the slow and safe way when absent. */
  readonly passwords?: Passwords;
}
