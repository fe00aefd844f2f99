import { describe, expect, it } from 'vitest';
import { onDesk } from './desk.ts';
import { flagLine, importUsers, transactionLine, userLine } from './user-records.ts';

const DAY = 86_400;
const seconds = (time: string): number => Date.parse(time) / 1000;

describe('features', () => {
  const lastSecond = seconds('2026-02-28T23:59:59Z');
  const airtime = (features: Record<string, unknown>): readonly unknown[] =>
    ['0_30', '30_60', '60_90', '0_60', '0_90'].map(
      (window) => features[`count_of_airtime_purchase_events_${window}`],
    );

  it.each([
    ['in the future', -1, [0, 0, 0, 0, 0]],
    ['at the as-of', 0, [1, 0, 0, 1, 1]],
    ['at midnight of that day', DAY - 1, [1, 0, 0, 1, 1]],
    ['a second short of 30 days', 30 * DAY - 1, [1, 0, 0, 1, 1]],
    ['exactly 30 days', 30 * DAY, [0, 1, 0, 1, 1]],
    ['a second over 30 days', 30 * DAY + 1, [0, 1, 0, 1, 1]],
    ['a second short of 60 days', 60 * DAY - 1, [0, 1, 0, 1, 1]],
    ['exactly 60 days', 60 * DAY, [0, 0, 1, 0, 1]],
    ['a second over 60 days', 60 * DAY + 1, [0, 0, 1, 0, 1]],
    ['a second short of 90 days', 90 * DAY - 1, [0, 0, 1, 0, 1]],
    ['exactly 90 days', 90 * DAY, [0, 0, 0, 0, 0]],
  ])('count what is %s before the as-of once, by date and by timestamp', async (_when, age, expected) => {
    await onDesk(async (desk) => {
      await importUsers(desk, userLine('u1'), transactionLine('u1', 1, { timestamp: lastSecond - age }));
      for (const asked of [{ asOf: '2026-02-28' }, { asOf: String(lastSecond) }, { date: lastSecond }]) {
        expect(airtime(await desk.done('users.features', { userId: 'u1', ...asked }))).toEqual(expected);
      }
    })();
  });

  it(
    'are eleven counters, zero without data, as of now when nothing is asked',
    onDesk(async (desk) => {
      const now = seconds('2026-03-01T12:00:00Z');
      await importUsers(
        desk,
        userLine('u1'),
        transactionLine('u1', 1, { timestamp: now }),
        transactionLine('u1', 2, { timestamp: now, transaction_type: 'purchase' }),
        flagLine('u1', 'w', { timestamp: now - 40 * DAY }),
        flagLine('u1', 'x', { timestamp: now - 70 * DAY }),
        flagLine('u1', 'r', { timestamp: now + 1, flag_label: 'repayment_reminder' }),
        flagLine('u1', 's', { timestamp: now - 31 * DAY, flag_label: 'repayment_reminder' }),
        userLine('u2'),
      );
      const features = await desk.done('users.features', { userId: 'u1' });
      expect(features).toEqual({
        user_id: 'u1',
        count_of_airtime_purchase_events_0_30: 1,
        count_of_airtime_purchase_events_0_60: 1,
        count_of_airtime_purchase_events_0_90: 1,
        count_of_airtime_purchase_events_30_60: 0,
        count_of_airtime_purchase_events_60_90: 0,
        count_of_repayment_reminder_0_30: 0,
        count_of_repayment_reminder_0_60: 1,
        count_of_repayment_reminder_0_90: 1,
        count_of_repayment_warning_0_60: 1,
        count_of_repayment_warning_0_90: 2,
        count_of_repayment_warning_30_60: 1,
      });
      const none = await desk.done('users.features', { userId: 'u2' });
      expect(Object.keys(none)).toEqual(Object.keys(features));
      expect(Object.values(none).slice(1)).toEqual(Array(11).fill(0));
    }),
  );

  it.each([
    [{ asOf: '1767225599000' }, 'looks like milliseconds'],
    [{ asOf: '2026-03-02' }, 'asOf is "2026-03-02", after today, 2026-03-01'],
    [{ date: String(seconds('2026-03-02T00:00:00Z')) }, 'after today'],
    [{ asOf: '2026-02-28', date: '2026-02-28' }, 'asOf and date are both given'],
    [{ asOf: '2026-02-30' }, 'asOf:'],
    [{ date: 'soon' }, 'date is "soon"'],
    [{ asOf: '-5' }, 'asOf:'],
  ])('refuse %j', async (input, message) => {
    await onDesk(async (desk) => {
      await importUsers(desk, userLine('u1'));
      const problem = await desk.refused('users.features', { userId: 'u1', ...input });
      expect(problem).toMatchObject({ code: 'invalid_query', detail: expect.stringContaining(message) });
    })();
  });

  it(
    'may be of the whole of today, though it is not over, and of a business date ahead of it',
    onDesk(async (desk) => {
      await importUsers(desk, userLine('u1'));
      await desk.done('users.features', { userId: 'u1', asOf: '2026-03-01' });
      desk.givenBusinessDate = '2026-03-09';
      await desk.done('users.features', { userId: 'u1', asOf: '2026-03-09' });
    }),
  );
});
