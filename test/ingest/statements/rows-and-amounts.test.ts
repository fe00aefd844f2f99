import { describe, expect, it } from 'vitest';
import { readStatements, refusalOf, summed } from './read-statements.ts';

it('dates of six digits are read as --date-format says, and asked for without it', async () => {
  const text = 'Date,Details,Debit,Credit\n260402,a,,1.00\n260331,b,,2.00\n';
  const { rows } = await readStatements(text, { dateFormat: 'YYMMDD' });
  expect(rows.map(({ bookingDate }) => bookingDate)).toEqual(['2026-04-02', '2026-03-31']);
  const { rows: others } = await readStatements(
    text.replace('260331', '310326').replace('260402', '020426'),
    {
      dateFormat: 'DDMMYY',
    },
  );
  expect(others.map(({ bookingDate }) => bookingDate)).toEqual(['2026-04-02', '2026-03-31']);
  expect(await refusalOf(text)).toMatch(/like 260402 \(line 2, "Date"\).*--date-format/);
});

it('cells that contradict each other are named with their lines and headings', async () => {
  const text = (rows: readonly string[]) => ['Date,Value date,Debit,Credit', ...rows].join('\n');
  const marks = text(['2026-09-01,,,"9,455.96"', '2026-09-02,,"1,50",']);
  expect(await refusalOf(marks)).toMatch(
    /contradict each other: 9,455\.96 \(line 2, "Credit"\) and 1,50 \(line 3, "Debit"\)\. .*--decimal/,
  );
  const dates = text(['13/04/2026,,,1.00', '14/04/2026,04/14/2026,,1.00']);
  expect(await refusalOf(dates)).toMatch(
    /contradict each other: 13\/04\/2026 \(line 2, "Date"\) and 04\/14\/2026 \(line 3, "Value date"\)\. .*--date-format/,
  );
  const balance = `Opening balance,"1.000,50"\n${text(['2026-09-01,,,"1,009.5"'])}`;
  expect(await refusalOf(balance)).toMatch(/1,009\.5 \(line 3, "Credit"\) and 1\.000,50 \(opening balance\)/);
});

describe('the amount of a row that is refused for something else', () => {
  it('is told where it came in', async () => {
    const { faults } = await readStatements(
      [
        'Date,Details,Amount,Currency,Status',
        '2026-13-01,paid,5.00,USD,Completed',
        '2026-13-02,paid,5.00,dollars,Completed',
        '2026-13-03,failed,5.00,EGP,Failed',
        '2026-13-04,rent,-5.00,EGP,Completed',
        '2026-09-06,paid,5.0.0,EGP,Completed',
      ].join('\n'),
    );
    expect(
      faults.map(({ line, code, received }) => `${line} ${code} ${received?.amount} ${received?.currency}`),
    ).toEqual([
      '2 invalid_date 5.00 USD',
      '3 invalid_currency undefined undefined',
      '3 invalid_date undefined undefined',
      '4 invalid_date undefined undefined',
      '5 invalid_date undefined undefined',
      '6 invalid_amount undefined undefined',
    ]);
  });

  it('is told of a line of JSON too, unless its currency is in doubt', async () => {
    const { faults } = await readStatements(
      [
        '{"loan_id":"LN-1","payment_amount":"1.50","payment_date":"2026-13-01"}',
        '{"loan_id":"LN-1","payment_amount":"1.50","payment_date":"2026-04-01","currency":"egp"}',
        '{"loan_id":"LN-1","payment_amount":"0.00","payment_date":"2026-04-01"}',
      ].join('\n'),
    );
    expect(faults.map(({ line, received }) => `${line} ${received?.amount}`)).toEqual([
      '1 1.50',
      '2 undefined',
      '3 undefined',
    ]);
  });
});

describe('a row in which no amount stands', () => {
  it('is information where it has a date; one of a balance or a total is no row', async () => {
    const { rows, ends, faults } = await readStatements(
      [
        'Date,Details,Reference,Debit,Credit,Balance',
        '2026-09-01,Opening balance,,,,10.00',
        '2026-09-01,paid in,FT1,,5.00,15.00',
        '2026-09-02,INSTALMENT LN-123456789,FT2,,,15.00',
        '2026-09-03,bounced,FT3,0.00,,15.00',
        '2026-09-03,Total,,,,15.00',
        '2026-09-03,Closing balance,,,,15.00',
        '2026-10-05,printed at the branch,,,,',
      ].join('\n'),
    );
    expect(faults).toEqual([]);
    expect(rows.map(({ line, status, amount }) => `${line} ${status} ${amount}`)).toEqual([
      '3 booked 5.00',
      '4 info 0.00',
      '5 info 0.00',
      '8 info 0.00',
    ]);
    expect(rows[1]).toMatchObject({ bankReference: 'FT2', bookingDate: '2026-09-02', returned: null });
    expect(summed(ends)).toEqual(['10.00 to 15.00, 4 entries, in 5.00 (1), out 0.00 (0), ties true']);
    // When a list was printed says nothing of the days it covers.
    expect(ends[0]).toMatchObject({ firstDate: '2026-09-01', lastDate: '2026-09-03' });
  });

  it('is information under a single amount column too, in whatever currency it says', async () => {
    const { rows, faults } = await readStatements(
      'Date,Details,Amount,Currency\n2026-09-01,a,-1.00,EGP\n2026-09-02,b,,USD\n2026-09-03,c,x,EGP\n',
    );
    expect(rows.map(({ status, amount, currency }) => `${status} ${amount} ${currency}`)).toEqual([
      'booked 1.00 EGP',
      'info 0.00 USD',
    ]);
    expect(faults.map(({ line, code }) => `${line} ${code}`)).toEqual(['4 invalid_amount']);
  });
});

it('balances beside plain amounts count, however they are written', async () => {
  const text = (one: string, two: string) =>
    `Date,Details,Debit,Credit,Balance\n2026-09-01,a,,500.00,${one}\n2026-09-02,b,700.00,,${two}\n`;
  const overdrawn = await readStatements(text('600.00', '-100.00'));
  expect(summed(overdrawn.ends)).toEqual([
    '100.00 to -100.00, 2 entries, in 500.00 (1), out 700.00 (1), ties true',
  ]);
  const grouped = await readStatements(text('"12,500.00"', '"11,800.00"'));
  expect(summed(grouped.ends)).toEqual([
    '12000.00 to 11800.00, 2 entries, in 500.00 (1), out 700.00 (1), ties true',
  ]);
});
