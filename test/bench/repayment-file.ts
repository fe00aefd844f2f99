import { addDays, type CalendarDate } from '../../src/domain/dates.ts';
import { benchId } from './bench-loan.ts';

const LOANS = 5_000;
const ROWS_A_LOAN = 20;
/** After every loan was paid out. */
const FIRST_DAY = '2022-01-01' as CalendarDate;

/** The file of repayments that imports are measured by. */
export const REPAYMENTS = { loans: LOANS, rows: LOANS * ROWS_A_LOAN, businessDate: '2024-01-01' };

interface Repayment {
  readonly loanId: string;
  readonly amount: string;
  readonly date: CalendarDate;
}

/** One payment a loan and day, as a bank's days come: every loan on the first day, every loan on the next. */
export function* eachRepayment(times: number): Generator<Repayment> {
  for (let day = 0; day < ROWS_A_LOAN * times; day++) {
    const date = addDays(FIRST_DAY, day);
    for (let index = 0; index < LOANS; index++) {
      yield { loanId: benchId('loan', index), amount: `${100 + ((index + day) % 97)}.50`, date };
    }
  }
}

/** The lines of the file, `times` as many as there are of an ordinary one. */
export function repaymentLines(times: number): string[] {
  const lines = ['loan_id,payment_amount,payment_date,payment_reference'];
  for (const { loanId, amount, date } of eachRepayment(times)) {
    lines.push(`${loanId},${amount},${date},FT${lines.length}`);
  }
  return [...lines, ''];
}
