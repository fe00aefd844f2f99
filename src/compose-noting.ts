import type { CalendarDate } from './domain/dates.ts';
import type { Caller } from './service/call.ts';
import { callMs } from './service/new-call.ts';
import { isAnswerable } from './service/service-problem.ts';
import { ProblemThrown } from './shell/thrown.ts';
import type { Store } from './store/port.ts';

/** What noting a verification needs beside the ledger. */
interface Noting {
  readonly caller: Caller;
  readonly givenBusinessDate: CalendarDate | null;
  newName(): string;
  nowMs(): number;
}

/**
 * Notes in the ledger what verifying it found, apart from the audit trail, as readings of the trail are: nothing sealed
 * changes. A ledger that may only be read, is held by another program or is broken goes without.
 */
export async function noteVerified(
  found: { readonly ok: boolean; readonly violations: number },
  { caller, givenBusinessDate, newName, nowMs }: Noting,
  open: () => Promise<Store | null>,
): Promise<void> {
  const { actor, osUser, host, channel } = caller;
  try {
    const store = await open();
    if (store === null) return;
    const at = new Date(callMs(givenBusinessDate, nowMs())).toISOString();
    const about = { at, action: 'ledger.verify', askedJson: JSON.stringify(found), requestId: newName() };
    try {
      await store.write((tx) => tx.insert.auditReads([{ actor, osUser, host, channel, ...about }]));
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!isOfTheStore(error)) throw error;
  }
}

/** Whether the ledger is to blame and not the program. */
function isOfTheStore(error: unknown): boolean {
  if (error instanceof ProblemThrown || isAnswerable(error)) return true;
  return /^SQLITE_/.test(String((error as { code?: unknown }).code));
}
