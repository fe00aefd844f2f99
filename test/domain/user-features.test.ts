import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { userFeatures, type WindowCounts, windowsBefore } from '../../src/domain/user-features.ts';

const DAY = 86_400;

function countIn(timestamps: readonly number[], asOf: number): WindowCounts {
  const counts = windowsBefore(asOf).map(
    ({ after, until }) => timestamps.filter((at) => at > after && at <= until).length,
  );
  return counts as unknown as WindowCounts;
}

/** The definition, word for word: a·86400 ≤ asOf − timestamp < b·86400. */
function byDefinition(timestamps: readonly number[], asOf: number, from: number, to: number): number {
  return timestamps.filter((at) => asOf - at >= from * DAY && asOf - at < to * DAY).length;
}

describe('the windows of the features', () => {
  it('hold what the definition says, and add up', () => {
    const edges = [0, 30, 60, 90].flatMap((days) => [-1, 0, 1].map((off) => days * DAY + off));
    const age = fc.oneof(fc.constantFrom(...edges), fc.integer({ min: -DAY, max: 100 * DAY }));
    const ages = fc.array(age, { maxLength: 40 });
    const asOf = fc.integer({ min: 100 * DAY, max: 4_000_000_000 });
    fc.assert(
      fc.property(asOf, ages, ages, ages, (at, airtimeAges, reminderAges, warningAges) => {
        const [airtime, reminders, warnings] = [airtimeAges, reminderAges, warningAges].map((list) =>
          list.map((seconds) => at - seconds),
        ) as [number[], number[], number[]];
        const features: Record<string, number> = userFeatures({
          airtime: countIn(airtime, at),
          reminders: countIn(reminders, at),
          warnings: countIn(warnings, at),
        });
        expect(Object.keys(features)).toHaveLength(11);
        for (const [name, count] of Object.entries(features)) {
          const [, what, from, to] = /^count_of_(.+?)_(\d+)_(\d+)$/.exec(name) ?? [];
          const events =
            what === 'airtime_purchase_events'
              ? airtime
              : what === 'repayment_reminder'
                ? reminders
                : warnings;
          expect([name, count]).toEqual([name, byDefinition(events, at, Number(from), Number(to))]);
        }
        const of = (window: string) => features[`count_of_airtime_purchase_events_${window}`] as number;
        expect(of('0_60')).toBe(of('0_30') + of('30_60'));
        expect(of('0_90')).toBe(of('0_60') + of('60_90'));
      }),
    );
  });
});
