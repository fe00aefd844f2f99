import type { CalendarDate } from '../../domain/dates.ts';
import type { FilePlan } from './file-plan.ts';
import type { BatchInput } from './planned-row.ts';

/** A plan that waits for its posting, in the process that made it. */
export interface KeptPlan {
  readonly batchId: string;
  readonly input: BatchInput;
  readonly plan: FilePlan;
  /** What the store said before and after it was made; null: the ledger may have changed. */
  readonly changeMark: number | null;
  /** The mark of the snapshot it was made on; null: the store has no such. */
  readonly snapshot: string | null;
  readonly businessDate: CalendarDate;
}

/** Holds one plan, the last that was made: whoever plans another file does not post the one before. */
export class PlanKeeper {
  #kept: KeptPlan | null = null;

  keep(plan: KeptPlan): void {
    this.#kept = plan;
  }

  find(batchId: string): KeptPlan | null {
    return this.#kept?.batchId === batchId ? this.#kept : null;
  }

  drop(): void {
    this.#kept = null;
  }
}
