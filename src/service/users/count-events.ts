import { type WindowCounts, windowsBefore } from '../../domain/user-features.ts';
import type { ReadTx } from '../../store/port.ts';

/** Counts in the three disjoint windows before an instant, of everything the features are made of. */
export interface EventCounts {
  readonly airtime: WindowCounts;
  readonly reminders: WindowCounts;
  readonly warnings: WindowCounts;
}

/** Counts a user's airtime purchases, repayment reminders and warnings before `asOfSeconds`. */
export async function countEvents(tx: ReadTx, userId: string, asOfSeconds: number): Promise<EventCounts> {
  const windows = windowsBefore(asOfSeconds);
  return {
    airtime: three(await tx.users.countTransactions(userId, 'airtime_purchase', windows)),
    reminders: three(await tx.users.countFlags(userId, 'repayment_reminder', windows)),
    warnings: three(await tx.users.countFlags(userId, 'repayment_warning', windows)),
  };
}

function three(counts: readonly number[]): WindowCounts {
  const [first, second, third] = counts;
  if (first === undefined || second === undefined || third === undefined) {
    throw new Error('the store answers one count for each window');
  }
  return [first, second, third];
}
