import type { WriteTx } from '../../store/port.ts';
import type { HeldRow } from '../../store/receipt-port.ts';
import type { HeldStepRecord } from '../../store/receipt-records.ts';
import type { JournalEntryDraft } from '../../store/records.ts';
import type { Call } from '../call.ts';

/** What becomes of a held row, in part or whole. */
export type HeldStep = Pick<HeldStepRecord, 'kind' | 'amountPiastres' | 'steppedOn'> &
  Partial<Pick<HeldStepRecord, 'loanId' | 'paymentId' | 'reason'>>;

/** Steps of held rows, gathered and then written together with the entries that take the money out or back in. */
export class HeldSteps {
  readonly #call: Call;
  readonly #steps: HeldStepRecord[] = [];
  readonly #entries: JournalEntryDraft[] = [];
  readonly #taken = new Map<string, number>();

  constructor(call: Call) {
    this.#call = call;
  }

  /** Adds the next step of a row, behind those it has and those added before. */
  add({ heldId, steps }: Pick<HeldRow, 'heldId' | 'steps'>, step: HeldStep): void {
    const number = (this.#taken.get(heldId) ?? steps.length) + 1;
    this.#taken.set(heldId, number);
    const stepId = `${heldId}/${number}`;
    const { now, caller } = this.#call;
    this.#steps.push({
      loanId: null,
      paymentId: null,
      reason: null,
      ...step,
      stepId,
      heldId,
      number,
      steppedAt: now,
      steppedBy: caller.actor,
    });
    const { amountPiastres } = step;
    if (amountPiastres === null) return;
    this.#entries.push({
      loanId: heldId,
      kind: 'held_release',
      eventId: stepId,
      valueDate: step.steppedOn,
      bookedAt: now,
      bookedBy: caller.actor,
      reversesEntryNumber: null,
      postings: [
        { account: 'unallocated receipts', amountPiastres },
        { account: 'collection clearing', amountPiastres: -amountPiastres },
      ],
    });
  }

  async write(tx: WriteTx): Promise<void> {
    if (this.#steps.length === 0) return;
    await tx.insert.heldSteps(this.#steps);
    await tx.insert.journalEntries(this.#entries);
  }
}
