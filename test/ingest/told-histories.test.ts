import { describe, expect, it } from 'vitest';
import { linesOf, refusalOf, transactionsOf } from './read-user-text.ts';

const moves = async (text: string, options: object = {}) =>
  (await transactionsOf(text, { currency: 'EGP', ...options })).map(
    ({ event, amount }) => `${String(event).replace('cash_', '')} ${amount}`,
  );
const CARD = { accountType: 'credit_limit', columnsMap: 'timestamp=Day,amount=Amount' };
const card = (...rows: readonly string[]) => `Day,Shop,Amount\n${rows.join('\n')}\n`;
const CHARGES = card('2026-04-01,Baker,12.00', '2026-04-02,Tram,8.50', '2026-04-09,PAID,-20.50');

describe('the charges of a card', () => {
  it('are never assumed to be below or above zero', async () => {
    expect(await refusalOf(CHARGES, { ...CARD, currency: 'EGP' })).toContain('--sign debits-positive');
    expect(await moves(CHARGES, { ...CARD, sign: 'debits-positive' })).toEqual([
      'out 12.00',
      'out 8.50',
      'in 20.50',
    ]);
    expect(await moves(CHARGES, { ...CARD, sign: 'credits-positive' })).toEqual([
      'in 12.00',
      'in 8.50',
      'out 20.50',
    ]);
  });

  it.each([
    ['Datum;Händler;Betrag\n01.04.2026;B;12,00\n13.04.2026;P;-20,50\n', 'timestamp=Datum,amount=Betrag'],
    ['التاريخ\tالتاجر\tالمبلغ\n2026-04-01\tب\t١٢٫٠٠\n2026-04-02\tس\t-٢٠٫٥٠\n', undefined],
    ['Posted|Payee|Amount\n2026-04-01|B|12.00\n2026-04-02|P|20.50 CR\n', 'timestamp=Posted,amount=Amount'],
  ])('are asked about under other headings: %s', async (text, columnsMap) => {
    const options = { accountType: 'credit_limit', columnsMap };
    expect(await refusalOf(text, { ...options, currency: 'EGP' })).toContain('--sign debits-positive');
    expect(await moves(text, { ...options, sign: 'debits-positive' })).toEqual(['out 12.00', 'in 20.50']);
  });

  it('are told by balances that say what is owed, and by a side beside each amount', async () => {
    const map = { accountType: 'credit_limit', columnsMap: 'timestamp=Day,amount=Amount,balance=Left' };
    const owed = 'Day,Amount,Left\n2026-04-01,12.00,-12.00\n2026-04-02,8.50,-20.50\n2026-04-09,-20.50,0.00\n';
    expect(await moves(owed, map)).toEqual(['out 12.00', 'out 8.50', 'in 20.50']);
    expect((await linesOf(owed, { ...map, currency: 'EGP' }))[0]).toMatchObject({
      notice: 'by the balances, amounts above zero in "Amount" went out',
    });
    const open = owed.replaceAll(/-12.00|-20.50$/gm, (left) => left.slice(1));
    expect(await refusalOf(open, { ...map, currency: 'EGP' })).toContain('--sign');
    expect(await moves(card('2026-04-01,B,12.00 Dr', '2026-04-09,P,20.50 Cr'), CARD)).toEqual([
      'out 12.00',
      'in 20.50',
    ]);
  });
});

describe('what --sign says of an account that is no card', () => {
  const plain = card('2026-04-01,a,5', '2026-04-02,b,7');
  const map = { columnsMap: 'timestamp=Day,amount=Amount' };

  it('is which way amounts without a sign went', async () => {
    expect(await moves(plain, { ...map, sign: 'credits-only' })).toEqual(['in 5.00', 'in 7.00']);
    expect(await moves(plain, { ...map, sign: 'debits-positive' })).toEqual(['out 5.00', 'out 7.00']);
    const mixed = await linesOf(CHARGES, { ...map, sign: 'credits-only', currency: 'EGP' });
    expect(mixed.at(-1)!.unreadable).toBe('"-20.50" is below zero, and --sign says that all came in');
  });

  it('is told by balances without it', async () => {
    const text = 'Date,Amount,Balance\n2026-04-01,5,95\n2026-04-02,7,88\n2026-04-03,-8,96\n';
    expect(await moves(text)).toEqual(['out 5.00', 'out 7.00', 'in 8.00']);
  });

  it('is refused where a file says it itself, or has no such column', async () => {
    const sides = 'Date,Credit,Debit\n2026-04-01,5,\n';
    expect(await refusalOf(sides, { currency: 'EGP', sign: 'credits-only' })).toContain(
      '--sign says nothing of',
    );
    const event = {
      columnsMap: 'timestamp=Date,amount=Amount,event=Way',
      currency: 'EGP',
      sign: 'credits-only',
    };
    expect(await refusalOf('Date,Amount,Way\n2026-04-01,5,in\n', event)).toContain('--sign says nothing of');
    expect(await refusalOf(plain, { ...map, currency: 'EGP', status: 'posted=OK' })).toContain(
      '--status says nothing',
    );
    const line = '{"kind":"user","user_id":"u"}\n';
    expect(await refusalOf(line, { dateFormat: 'DD/MM/YYYY' })).toContain('--date-format says nothing of');
  });
});

describe('cells and lines as banks print them', () => {
  it('reads dashes, sides, parentheses, signs behind and credits taken back', async () => {
    const sides =
      'Date,Details,Debit,Credit\n2026-04-01,a, -   ,500.00\n2026-04-02,b,5.00,—\n2026-04-03,c,,(30.00)\n';
    expect(await moves(sides)).toEqual(['in 500.00', 'out 5.00', 'out 30.00']);
    const lone = card(
      '2026-04-01,a,"1,000.00 Cr"',
      '2026-04-02,b,10.00 Dr',
      '2026-04-03,c,(4.00)',
      '2026-04-04,d,3.00-',
    );
    expect(await moves(lone, { columnsMap: CARD.columnsMap, sign: 'credits-positive' })).toEqual([
      'in 1000.00',
      'out 10.00',
      'out 4.00',
      'out 3.00',
    ]);
  });

  it('reads a file without headings by the numbers of its columns', async () => {
    const text = 'Delta Bank\n01/04/2026|x|5.00|\n13/04/2026|y||7.00\n';
    expect(await moves(text, { columnsMap: 'timestamp=1,details=2,credit=3,debit=4' })).toEqual([
      'in 5.00',
      'out 7.00',
    ]);
  });

  it('leaves out balances, totals and the rest of texts, and counts them', async () => {
    const text =
      'Date,Description,Amount,Balance\n2026-04-01,Opening balance,100.00,100.00\n2026-04-02,Shop,-5.00,95.00\n,in Giza,,\n2026-04-03,Pay,20.00,115.00\n,Total,15.00,\n';
    const lines = await linesOf(text, { currency: 'EGP' });
    expect(lines.map(({ leftOut }) => leftOut)).toEqual([
      'a balance or a total, no movement',
      undefined,
      'more text of the row above',
      undefined,
      'a balance or a total, no movement',
    ]);
  });

  it('knows the headings of banks, and asks about one that may be a reference', async () => {
    const text =
      'تاريخ الحركة;بيان الحركة;مدين;دائن;الرصيد\n01/04/2026;a;5,00;;95,00\n13/04/2026;b;;7,00;102,00\n';
    expect(await moves(text)).toEqual(['out 5.00', 'in 7.00']);
    const doubtful = 'Date,Amount,Ref of thing\n2026-04-01,-5,X1\n';
    expect(await refusalOf(doubtful, { currency: 'EGP' })).toContain(
      '--columns-map "reference=Ref of thing"',
    );
  });

  it('names the columns that a map passes over', async () => {
    const [notice] = await linesOf(card('2026-04-01,a,-5'), { columnsMap: CARD.columnsMap, currency: 'EGP' });
    expect(notice).toMatchObject({ notice: 'not read: the column "Shop"' });
  });
});

describe('the words of a status column', () => {
  const text =
    'Date,Amount,Status\n2026-04-01,-5,Succeeded\n2026-04-02,-6,مستردة\n2026-04-03,-7,Failed\n2026-04-04,-8,Odd\n';

  it('are those that are known, and those of --status', async () => {
    const lines = await linesOf(text, { currency: 'EGP', status: 'posted=Succeeded reversed=مستردة' });
    expect(lines.map(({ leftOut, unreadable }) => leftOut ?? unreadable)).toEqual([
      undefined,
      'status مستردة',
      'status Failed',
      '"Odd" does not say whether the money moved; say it with --status, such as "posted=Odd"',
    ]);
  });
});

describe('the dates of an M-Pesa statement', () => {
  const HEADINGS = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance';
  const statement = (time: string, separator = ',') =>
    `${HEADINGS}\nQ1,${time},Airtime Purchase,Completed,,-50.00,100.00\n`.replaceAll(',', separator);
  const at = async (text: string, options: object) => (await transactionsOf(text, options))[0]!.timestamp;

  it.each([
    ['24-04-2025 06:12:00', undefined],
    ['24-04-2025 06:12:00', 'DD-MM-YYYY'],
    ['4/24/25 6:12 AM', 'MM/DD/YY'],
    ['24.04.2025 06:12:00', 'DD.MM.YYYY'],
    ['2025-04-24 06:12:00', 'DD-MM-YYYY'],
  ])('%s are read with %s', async (time, dateFormat) => {
    const expected = Date.parse('2025-04-24T03:12:00Z') / 1000;
    expect(await at(statement(time), { dateFormat })).toBe(expected);
    expect(await at(statement(time, '\t'), { dateFormat })).toBe(expected);
  });

  it('are asked about, and in another zone where that is said', async () => {
    expect(await refusalOf(statement('04-05-2025 06:12:00'))).toContain('--date-format DD/MM/YYYY');
    const utc = { dateFormat: 'DD-MM-YYYY', timeZone: 'UTC' };
    expect(await at(statement('04-05-2025 06:12:00'), utc)).toBe(Date.parse('2025-05-04T06:12:00Z') / 1000);
    expect(await refusalOf(statement('24-04-2025 06:12:00'), { sign: 'credits-only' })).toContain(
      '--sign says nothing',
    );
    const map = { columnsMap: 'timestamp=Completion Time,credit=Paid In,debit=Withdrawn' };
    expect(await refusalOf(statement('24-04-2025 06:12:00'), map)).toContain('--columns-map says nothing of');
  });
});
