import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runningLoan } from './bank-statements.ts';
import { type Desk, onDesk, openDesk } from './desk.ts';
import { disbursed } from './desk-loans.ts';
import { counted, imported, ownCsv, planned } from './payment-files.ts';

/** A payment of a file: which loan, piastres, day of April, and a reference or none. */
interface Given {
  readonly loan: 0 | 1;
  readonly amount: number;
  readonly day: number;
  readonly reference: string;
}

const given = fc.record<Given>({
  loan: fc.constantFrom(0, 1),
  // Few values, so that equal payments are common.
  amount: fc.constantFrom(10_000, 20_000, 25_050),
  day: fc.integer({ min: 1, max: 4 }),
  reference: fc.constantFrom('', '', 'R1', 'R2'),
});

/** Payments of which no two have one reference: such files are refused. */
const files = fc
  .array(given, { minLength: 1, maxLength: 8 })
  .map((rows) =>
    rows.map((row, at) =>
      rows.findIndex(({ reference }) => reference === row.reference) < at ? { ...row, reference: '' } : row,
    ),
  );

const fileOf = (loans: readonly string[], rows: readonly Given[]) =>
  ownCsv(
    ...rows.map(
      ({ loan, amount, day, reference }) =>
        [loans[loan] as string, (amount / 100).toFixed(2), `2026-04-0${day}`, reference] as const,
    ),
  );

/** What stands in the ledger, without the order it was booked in. */
async function standing(desk: Desk, loans: readonly string[]): Promise<string[]> {
  const all: string[] = [];
  for (const [loan, loanId] of loans.entries()) {
    for (const payment of await desk.done('loans.payments', { loan_id: loanId })) {
      const { payment_amount, payment_date, payment_reference } = payment;
      all.push(`${loan} ${payment_amount.toFixed(2)} ${payment_date} ${payment_reference ?? ''}`);
    }
  }
  return all.sort();
}

const wanted = (rows: readonly Given[]) =>
  rows
    .map(
      ({ loan, amount, day, reference }) =>
        `${loan} ${(amount / 100).toFixed(2)} 2026-04-0${day} ${reference}`,
    )
    .sort();

/** The most of each equal row that any of the files has. */
function union(...files: readonly (readonly Given[])[]): Given[] {
  const most = new Map<string, Given[]>();
  for (const file of files) {
    for (const [name, equal] of Map.groupBy(file, (row) => JSON.stringify(row))) {
      if (equal.length > (most.get(name)?.length ?? 0)) most.set(name, equal);
    }
  }
  return [...most.values()].flat();
}

describe('any files of repayments', () => {
  it('leave every payment once and none twice, sent again, shuffled, cut anew and overlapping', async () => {
    await fc.assert(
      fc.asyncProperty(
        files,
        fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
        fc.nat(8),
        fc.nat(8),
        async (rows, order, from, to) => {
          const desk = await openDesk('2026-03-01');
          try {
            const loans = [(await runningLoan(desk, 'M-1')).loanId, (await runningLoan(desk, 'M-2')).loanId];
            const part = rows.slice(Math.min(from, to), Math.max(from, to));
            const shuffled = rows.map((row, at) => [order[at] ?? 0, row] as const).sort(([a], [b]) => a - b);
            if (part.length > 0) await imported(desk, fileOf(loans, part));
            await imported(desk, fileOf(loans, rows));
            const again = fileOf(
              loans,
              shuffled.map(([, row]) => row),
            );
            expect((await imported(desk, again)).new_rows).toBe(0);
            expect(await standing(desk, loans)).toEqual(wanted(union(part, rows)));
            expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true });
          } finally {
            await desk.close();
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it(
    'come to what they were planned to come to',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      desk.today = '2026-06-30';
      const file = fileOf(
        [loanId],
        [
          { loan: 0, amount: 10_000, day: 3, reference: 'A' },
          { loan: 0, amount: 20_000, day: 1, reference: 'B' },
        ],
      );
      const plan = await planned(desk, file);
      const done = await imported(desk, file);
      const figures = ({ rows }: typeof plan) => rows.map(({ payment_id: _drawn, ...row }) => row);
      expect(figures(done)).toEqual(figures(plan));
      expect(done.plan_digest).toBe(plan.plan_digest);
      expect(counted(done)).toEqual({ post: 2 });
    }),
  );
});
