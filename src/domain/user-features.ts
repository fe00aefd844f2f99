const DAY_SECONDS = 86_400;

/** The windows that do not overlap; every other window of a feature is a sum of these. Days before the as-of. */
const DISJOINT_WINDOWS = [
  { fromDays: 0, toDays: 30 },
  { fromDays: 30, toDays: 60 },
  { fromDays: 60, toDays: 90 },
] as const;

/** Timestamps, in Unix seconds, of a window: later than `after`, not later than `until`. */
export interface SecondsWindow {
  readonly after: number;
  readonly until: number;
}

/** Counts of one kind of event in the three disjoint windows: 0 to 30, 30 to 60 and 60 to 90 days. */
export type WindowCounts = readonly [number, number, number];

/**
 * A window a_b counts what happened at least a and less than b days before the as-of: a·86400 ≤ asOf − timestamp
 * < b·86400. What is later than the as-of never counts.
 */
export function windowsBefore(asOfSeconds: number): SecondsWindow[] {
  return DISJOINT_WINDOWS.map(({ fromDays, toDays }) => ({
    after: asOfSeconds - toDays * DAY_SECONDS,
    until: asOfSeconds - fromDays * DAY_SECONDS,
  }));
}

/** The eleven counters of the interface, from counts in the disjoint windows. */
export function userFeatures(counts: {
  readonly airtime: WindowCounts;
  readonly reminders: WindowCounts;
  readonly warnings: WindowCounts;
}) {
  const { airtime, reminders, warnings } = counts;
  return {
    count_of_airtime_purchase_events_0_30: airtime[0],
    count_of_airtime_purchase_events_0_60: airtime[0] + airtime[1],
    count_of_airtime_purchase_events_0_90: airtime[0] + airtime[1] + airtime[2],
    count_of_airtime_purchase_events_30_60: airtime[1],
    count_of_airtime_purchase_events_60_90: airtime[2],
    count_of_repayment_reminder_0_30: reminders[0],
    count_of_repayment_reminder_0_60: reminders[0] + reminders[1],
    count_of_repayment_reminder_0_90: reminders[0] + reminders[1] + reminders[2],
    count_of_repayment_warning_0_60: warnings[0] + warnings[1],
    count_of_repayment_warning_0_90: warnings[0] + warnings[1] + warnings[2],
    count_of_repayment_warning_30_60: warnings[1],
  };
}
