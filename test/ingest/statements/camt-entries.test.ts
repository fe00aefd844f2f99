import { describe, expect, it } from 'vitest';
import { detail, entry, message, statement } from './camt-messages.ts';
import { moved, readStatements } from './read-statements.ts';

describe('entries of several transactions', () => {
  it('give each its own amount, with leading zeros, under one bank reference (B19)', async () => {
    const reference = (text: string) =>
      `<RmtInf><Strd><CdtrRefInf><Ref>${text}</Ref></CdtrRefInf></Strd></RmtInf>`;
    const details = `<Btch><NbOfTxs>2</NbOfTxs></Btch>${detail('329.56', reference('302388292000011111111111111'))}${detail('100.00', reference('LN-2'))}`;
    const { rows, ends, faults } = await readStatements(
      message(statement(entry({ amount: '000000000000429.56', details }))),
    );
    expect(faults).toEqual([]);
    expect(
      rows.map(({ amount, customerReference, bankReference, entryReference, place }) => [
        amount,
        customerReference,
        bankReference,
        entryReference,
        place,
      ]),
    ).toEqual([
      ['329.56', '302388292000011111111111111', 'SAME', 'ENTRY', 'entry 1, detail 1'],
      ['100.00', 'LN-2', 'SAME', 'ENTRY', 'entry 1, detail 2'],
    ]);
    expect(ends).toMatchObject([{ entries: 1, credits: { count: 1, rows: 2, sum: '429.56' } }]);
  });

  it('equal ones are all there', async () => {
    const { rows } = await readStatements(
      message(
        statement(
          entry({ amount: '450.00', details: detail('100.00') + detail('100.00') + detail('250.00') }),
        ),
      ),
    );
    expect(rows.map(({ amount }) => amount)).toEqual(['100.00', '100.00', '250.00']);
  });

  it('a batch told in one sum is one payment', async () => {
    const { rows, faults } = await readStatements(
      message(statement(entry({ details: `<Btch><NbOfTxs>222</NbOfTxs></Btch>${detail('100.00')}` }))),
    );
    expect(rows).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  it.each([
    ['1526.00', '26.00 added'],
    ['1474.00', '26.00 taken off'],
  ])('one transaction with charges is what the account received: %s, %s', async (amount) => {
    const charges =
      '<Chrgs><Rcrd><Amt Ccy="EGP">20.00</Amt></Rcrd><Rcrd><Amt Ccy="EGP">6.00</Amt></Rcrd></Chrgs>';
    const instructed = '<AmtDtls><InstdAmt><Amt Ccy="EGP">1500.00</Amt></InstdAmt></AmtDtls>';
    const { rows, ends, warnings } = await readStatements(
      message(statement(entry({ amount, details: detail('1500.00', instructed + charges) }))),
    );
    expect(warnings).toEqual([]);
    expect(rows).toMatchObject([
      {
        amount,
        charges: { amount: '26.00', currency: 'EGP' },
        instructed: { amount: '1500.00', currency: 'EGP' },
      },
    ]);
    expect(ends[0]?.credits.sum).toBe(amount);
  });

  it.each([
    ['1500.00', detail('150.00'), '150.00, the entry is 1500.00'],
    ['1500.00', detail('1500.00', '<CdtDbtInd>DBIT</CdtDbtInd>'), '-1500.00, the entry is 1500.00'],
    [
      '1474.00',
      detail('1500.00', '<Chrgs><Amt Ccy="EGP">20.00</Amt></Chrgs>'),
      '1500.00, the entry is 1474.00',
    ],
  ])('one transaction that is not the entry of %s is told', async (amount, details, said) => {
    const { rows, warnings } = await readStatements(message(statement(entry({ amount, details }))));
    expect(moved(rows)).toEqual([`${amount} 2026-09-02`]);
    expect(rows[0]).not.toHaveProperty('undivided');
    expect(warnings).toMatchObject([
      { code: 'details_do_not_add_up', message: expect.stringContaining(`its transaction is ${said}`) },
    ]);
  });

  it('one transaction whose charges are told with the entry is the entry', async () => {
    const more = '<Chrgs><Amt Ccy="EGP">26.00</Amt></Chrgs>';
    const { warnings } = await readStatements(
      message(statement(entry({ amount: '1474.00', more, details: detail('1500.00') }))),
    );
    expect(warnings).toEqual([]);
  });

  it('charges taken off several are taken off each', async () => {
    const charges = '<Chrgs><Amt Ccy="EGP">1.00</Amt></Chrgs>';
    const { rows } = await readStatements(
      message(
        statement(
          entry({ amount: '298.00', details: detail('100.00', charges) + detail('200.00', charges) }),
        ),
      ),
    );
    expect(rows.map(({ amount }) => amount)).toEqual(['99.00', '199.00']);
  });

  it('that do not add up are one row of the entry, and this is said with both figures', async () => {
    const { rows, warnings } = await readStatements(
      message(statement(entry({ amount: '100.00', details: detail('60.00') + detail('30.00') }))),
    );
    expect(moved(rows)).toEqual(['100.00 2026-09-02']);
    expect(warnings).toMatchObject([
      { code: 'details_do_not_add_up', message: expect.stringMatching(/90\.00.*100\.00/) },
    ]);
  });

  it('that go both ways are rows of their own; totals of the message count the entry (B20)', async () => {
    const details = `${detail('50.00', '<CdtDbtInd>DBIT</CdtDbtInd>')}${detail('100.00')}`;
    const total = (name: string, count: string, sum: string) =>
      `<${name}><NbOfNtries>${count}</NbOfNtries><Sum>${sum}</Sum></${name}>`;
    const read = (sum: string) => {
      const totals = `${total('TtlNtries', '1', sum)}${total('TtlCdtNtries', '1', sum)}${total('TtlDbtNtries', '0', '0')}`;
      const content = `<TxsSummry>${totals}</TxsSummry>${entry({ amount: '50.00', details })}`;
      return readStatements(message(statement(content), '02', `<CtrlSum>${sum}</CtrlSum>`));
    };
    const { rows, faults, ends, warnings } = await read('50.00');
    expect(faults).toEqual([]);
    expect(warnings).toEqual([]);
    expect(moved(rows)).toEqual(['-50.00 2026-09-02', '100.00 2026-09-02']);
    expect(ends).toMatchObject([
      { entries: 1, credits: { count: 1, sum: '100.00' }, debits: { count: 0, rows: 1, sum: '50.00' } },
    ]);
    expect((await read('150.00')).faults.map(({ column, value }) => `${column} ${value}`)).toEqual([
      'TtlNtries 150.00',
      'TtlCdtNtries 150.00',
      'CtrlSum 150.00',
    ]);
  });

  it('in another currency are the entry, the foreign amount is information', async () => {
    const details = '<TxDtls><AmtDtls><InstdAmt><Amt Ccy="USD">1000.00</Amt></InstdAmt></AmtDtls></TxDtls>';
    const { rows } = await readStatements(message(statement(entry({ amount: '49250.00', details }))));
    expect(rows).toMatchObject([
      { amount: '49250.00', currency: 'EGP', instructed: { amount: '1000.00', currency: 'USD' } },
    ]);
  });
});

describe('totals that a message gives of itself', () => {
  const summary = (count: string, sum: string) =>
    `<TxsSummry><TtlNtries><NbOfNtries>${count}</NbOfNtries><Sum>${sum}</Sum></TtlNtries></TxsSummry>`;
  it.each([
    ['', '<MsgId>M</MsgId><NbOfTxs>2</NbOfTxs><CtrlSum>150.00</CtrlSum>', []],
    ['', '<NbOfTxs>3</NbOfTxs>', ['NbOfTxs 3']],
    ['', '<CtrlSum>150.01</CtrlSum>', ['CtrlSum 150.01']],
    [summary('2', '150.00'), '', []],
    [summary('3', '150.00'), '', ['TtlNtries 3']],
    [summary('2', '150.10'), '', ['TtlNtries 150.10']],
  ])('%s %s', async (inStatement, inHeader, wrong) => {
    const text = message(
      statement(`${inStatement}${entry()}${entry({ amount: '50.00', direction: 'DBIT' })}`),
      '02',
      inHeader,
    );
    const { faults } = await readStatements(text);
    expect(faults.map(({ column, value }) => `${column} ${value}`)).toEqual(wrong);
    expect(faults.every(({ scope, code }) => scope === 'file' && code === 'control_total')).toBe(true);
  });
});
