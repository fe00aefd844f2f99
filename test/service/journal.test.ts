import { describe, expect, it } from 'vitest';
import type { OperationInput, OperationOutput } from '../../src/contract/operation-types.ts';
import { type Desk, onDesk } from './desk.ts';
import { disbursed, payOn, setPolicy } from './desk-loans.ts';

type Entries = OperationOutput<'journal.list'>;

/** Every entry, asked for in pages of a size. */
async function all(
  desk: Desk,
  size: number,
  more: Partial<OperationInput<'journal.list'>> = {},
): Promise<Entries> {
  const entries: Entries = [];
  for (let after = 0; ; ) {
    const page = await desk.done('journal.list', { ...more, after, size });
    entries.push(...page);
    if (page.length < size) return entries;
    after = page.at(-1)?.sequence ?? 0;
  }
}

/** Two loans with payments, one of them dated back, over three days of booking. */
async function someDays(desk: Desk): Promise<{ readonly first: string; readonly second: string }> {
  const first = await disbursed(desk);
  const second = await disbursed(desk, {}, {}, { business_name: 'Delta Mills' });
  await payOn(desk, '2026-04-01', first.loanId, 500);
  await payOn(desk, '2026-04-02', second.loanId, 700.5);
  await payOn(desk, '2026-04-02', first.loanId, 100, { payment_date: '2026-04-01' });
  return { first: first.loanId, second: second.loanId };
}

describe('the journal in booking order', () => {
  it(
    'gives every entry once, whatever the pages, with its postings and its place',
    onDesk(async (desk) => {
      const { first, second } = await someDays(desk);
      const whole = await all(desk, 500);
      expect(whole.map((entry) => [entry.loan_id, entry.entry_number, entry.value_date])).toEqual([
        [first, 1, '2026-03-01'],
        [second, 1, '2026-03-01'],
        [first, 2, '2026-04-01'],
        [second, 2, '2026-04-02'],
        [first, 3, '2026-04-01'],
      ]);
      expect(await all(desk, 1)).toEqual(whole);
      expect(await all(desk, 2)).toEqual(whole);
      const sequences = whole.map((entry) => entry.sequence);
      expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
      for (const { postings } of whole) {
        const sum = postings.reduce(
          (total, { debit, credit }) => total + Math.round((debit - credit) * 100),
          0,
        );
        expect(sum).toBe(0);
      }
      expect(whole[1]).toMatchObject({
        business_name: 'Delta Mills',
        kind: 'disbursement',
        booked_at: '2026-03-01T12:00:00.000Z',
        booked_by: 'mona',
        reverses_entry_number: null,
        postings: [
          { account: 'loan principal', gl_account: 'loan principal', debit: 12_000, credit: 0 },
          { account: 'disbursement clearing', gl_account: 'disbursement clearing', debit: 0, credit: 12_000 },
        ],
      });
    }),
  );

  it(
    'goes on after a sequence, and adds up by days of booking, not of value',
    onDesk(async (desk) => {
      await someDays(desk);
      const whole = await all(desk, 500);
      const after = whole[1]!.sequence;
      expect(await desk.done('journal.list', { after })).toEqual(whole.slice(2));
      expect(await desk.done('journal.list', { after: whole.at(-1)!.sequence })).toEqual([]);
      const days = ['2026-03-01', '2026-04-01', '2026-04-02'];
      const daily = await Promise.all(days.map((day) => all(desk, 1, { booked_on: day })));
      expect(daily.map((entries) => entries.length)).toEqual([2, 1, 2]);
      expect(daily.flat()).toEqual(whole);
      expect(await all(desk, 10, { booked_on: '2026-03-31' })).toEqual([]);
    }),
  );

  it(
    'counts days in Cairo, where one begins at 22:00 UTC in winter and at 21:00 in summer',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      for (const [day, time, amount] of [
        ['2026-03-09', '21:59:59', 1],
        ['2026-03-09', '22:00:00', 2],
        // Summer time begins on 24 April 2026 at 00:00, which is 01:00 then; clocks go back after 29 October.
        ['2026-04-23', '21:59:59', 3],
        ['2026-04-23', '22:00:00', 4],
        ['2026-06-30', '20:59:59', 5],
        ['2026-06-30', '21:00:00', 6],
      ] as const) {
        desk.time = time;
        await payOn(desk, day, loanId, amount, { payment_date: day });
      }
      const amounts = async (day: string) =>
        (await all(desk, 10, { booked_on: day })).map(({ postings }) => postings[0]?.debit);
      expect(await amounts('2026-03-09')).toEqual([1]);
      expect(await amounts('2026-03-10')).toEqual([2]);
      expect(await amounts('2026-04-23')).toEqual([3]);
      expect(await amounts('2026-04-24')).toEqual([4]);
      expect(await amounts('2026-06-30')).toEqual([5]);
      expect(await amounts('2026-07-01')).toEqual([6]);
    }),
  );

  it(
    "names accounts by the bank's codes of the day of booking; before the first, by the first",
    onDesk(async (desk) => {
      await someDays(desk);
      await setPolicy(desk, 'gl_accounts', '{"loan principal": "1201"}', '2026-04-01');
      await setPolicy(
        desk,
        'gl_accounts',
        '{"loan principal": "1301", "interest income": "4101"}',
        '2026-04-02',
      );
      const codes = (await all(desk, 500)).map(({ postings }) =>
        postings.map((posting) => posting.gl_account),
      );
      expect(codes).toEqual([
        ['1201', 'disbursement clearing'],
        ['1201', 'disbursement clearing'],
        ['collection clearing', '1201', '4101'],
        ['collection clearing', '1301', '4101'],
        ['collection clearing', '1301'],
      ]);
    }),
  );

  it.each([
    '{"loan principle": "1201"}',
    '{"loan principal": ""}',
    '{"loan principal": "a  b"}',
    '{"loan principal": "a;b"}',
    '{"loan principal": "a\\nb"}',
    '{"loan principal": "(a)"}',
    '{"loan principal": " a"}',
    '{"loan principal": "a:"}',
    '{"loan principal": 1201}',
    `{"loan principal": "${'1'.repeat(65)}"}`,
    '["1201"]',
    'null',
    '1201',
  ])('refuses codes another program would read otherwise: %s', async (value) => {
    await onDesk(async (desk) => {
      expect(await desk.refused('policy.set', { key: 'gl_accounts', value })).toMatchObject({
        code: 'invalid_policy_value',
      });
    })();
  });

  it(
    'refuses a place, a day or a size that is none',
    onDesk(async (desk) => {
      for (const input of [{ after: '-1' }, { after: 'x' }, { booked_on: '2026-02-30' }, { size: '501' }]) {
        expect(await desk.refused('journal.list', input)).toMatchObject({ code: 'invalid_query' });
      }
    }),
  );
});
