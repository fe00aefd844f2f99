import { describe, expect, it } from 'vitest';
import { balance, detail, entry, message, statement } from './camt-messages.ts';
import { moved, readStatements, summed } from './read-statements.ts';

/** A statement of one day in EGP around these lines. */
function mtStatement(lines: readonly string[], closing = '0,00'): string {
  const head = [':20:STMT', ':25:EG12', ':28C:1/1', ':60F:C260901EGP0,00'];
  return [...head, ...lines, `:62F:C260903EGP${closing}`, '-', ''].join('\r\n');
}

describe('an entry that contradicts itself', () => {
  const ref = (text: string) => `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`;
  const two = `${detail('60.00', ref('A'))}${detail('40.00', ref('B'))}`;

  it.each([
    ['a wrong count', `<Btch><NbOfTxs>3</NbOfTxs></Btch>${two}`, 'NbOfTxs', '3'],
    ['a wrong total', `<Btch><TtlAmt Ccy="EGP">110.00</TtlAmt></Btch>${two}`, 'TtlAmt', '110.00'],
    [
      'a wrong count in its second batch',
      `<Btch><NbOfTxs>222</NbOfTxs></Btch>${detail('50.00')}</NtryDtls><NtryDtls><Btch><NbOfTxs>3</NbOfTxs></Btch>${detail('30.00')}${detail('20.00')}`,
      'NbOfTxs',
      '3',
    ],
  ])('by %s is refused, and no other; its amount still counts', async (_what, details, column, value) => {
    const balances = balance('OPBD', '0.00') + balance('CLBD', '500.00');
    const text = message(
      statement(`${balances}${entry({ details })}\n${entry({ amount: '400.00' })}`),
      '08',
      '<NbOfTxs>2</NbOfTxs><CtrlSum>500.00</CtrlSum>',
    );
    const { faults, rows, ends } = await readStatements(text);
    expect(faults).toMatchObject([
      {
        scope: 'row',
        code: 'control_total',
        line: 2,
        place: 'entry 1',
        column,
        value,
        received: { amount: '100.00', currency: 'EGP' },
      },
    ]);
    expect(moved(rows)).toEqual(['400.00 2026-09-02']);
    expect(ends).toMatchObject([{ entries: 2, credits: { count: 2, sum: '500.00' }, ties: true }]);
  });

  it.each([
    ['a total in another currency', `<Btch><NbOfTxs>2</NbOfTxs><TtlAmt Ccy="USD">6.00</TtlAmt></Btch>${two}`],
    ['a total of nothing', `<Btch><TtlAmt Ccy="EGP">0</TtlAmt></Btch>${two}`],
    ['a count with zeros before it', `<Btch><NbOfTxs>002</NbOfTxs></Btch>${two}`],
    [
      'batches that are the entry together',
      `<Btch><NbOfTxs>1</NbOfTxs><TtlAmt Ccy="EGP">60.00</TtlAmt></Btch>${detail('60.00')}</NtryDtls><NtryDtls><Btch><NbOfTxs>1</NbOfTxs><TtlAmt Ccy="EGP">40.00</TtlAmt></Btch>${detail('40.00')}`,
    ],
    [
      'instructed amounts in another currency',
      '<Btch><TtlAmt Ccy="USD">2.00</TtlAmt></Btch>' +
        '<TxDtls><AmtDtls><InstdAmt><Amt Ccy="USD">1.20</Amt></InstdAmt><TxAmt><Amt Ccy="EGP">60.00</Amt></TxAmt></AmtDtls></TxDtls>' +
        '<TxDtls><AmtDtls><InstdAmt><Amt Ccy="USD">0.80</Amt></InstdAmt><TxAmt><Amt Ccy="EGP">40.00</Amt></TxAmt></AmtDtls></TxDtls>',
    ],
    [
      'an amount in another currency that cannot be read',
      `<TxDtls><Amt Ccy="KWD">1.2345678</Amt><AmtDtls><TxAmt><Amt Ccy="EGP">60.00</Amt></TxAmt></AmtDtls></TxDtls>${detail('40.00')}`,
    ],
  ])('does not by %s', async (_what, details) => {
    const { faults, rows, warnings } = await readStatements(message(statement(entry({ details }))));
    expect(faults).toEqual([]);
    expect(warnings).toEqual([]);
    expect(moved(rows)).toEqual(['60.00 2026-09-02', '40.00 2026-09-02']);
  });

  it('does not by a total before charges', async () => {
    const charges = '<Chrgs><Amt Ccy="EGP">1.00</Amt></Chrgs>';
    const details = `<Btch><NbOfTxs>2</NbOfTxs><TtlAmt Ccy="EGP">100.00</TtlAmt></Btch>${detail('60.00', charges)}${detail('40.00', charges)}`;
    const { faults, rows } = await readStatements(message(statement(entry({ amount: '98.00', details }))));
    expect(faults).toEqual([]);
    expect(rows.map(({ amount }) => amount)).toEqual(['59.00', '39.00']);
  });

  it.each([
    ['a bad date', entry({ dates: '<BookgDt><Dt>2026-02-31</Dt></BookgDt>' }), '100.00', true],
    ['a bad detail', entry({ details: detail('1.234') }), '100.00', true],
    ['a bad amount', entry({ amount: '1OO' }), undefined, null],
    [
      'a bad date of money out',
      entry({ direction: 'DBIT', dates: '<ValDt><Dt>x</Dt></ValDt>' }),
      undefined,
      false,
    ],
  ])(
    'has %s: the message\u2019s own totals still are held against what can be read',
    async (_what, bad, amount, ties) => {
      const balances = balance('OPBD', '0.00') + balance('CLBD', '500.00');
      const read = (sum: string) =>
        readStatements(
          message(
            statement(`${balances}${bad}${entry({ amount: '400.00' })}`),
            '04',
            `<NbOfTxs>7</NbOfTxs><CtrlSum>${sum}</CtrlSum>`,
          ),
        );
      const { faults, rows, ends } = await read('500.00');
      expect(faults.map(({ scope, received }) => [scope, received?.amount])).toEqual([['row', amount]]);
      expect(rows).toHaveLength(1);
      expect(ends).toMatchObject([{ ties }]);
      const other = (await read('500.01')).faults.filter(({ scope }) => scope === 'file');
      expect(other.map(({ column }) => column)).toEqual(ties === null ? [] : ['CtrlSum']);
    },
  );

  it('tells all that is wrong with it', async () => {
    const bad = entry({
      amount: '1.234',
      dates: '\n<BookgDt><Dt>2026-02-31</Dt></BookgDt><ValDt><Dt>x</Dt></ValDt>',
    });
    const { faults } = await readStatements(message(statement(bad)));
    expect(faults.map(({ column, place }) => `${place} ${column}`)).toEqual([
      'entry 1 Amt',
      'entry 1 BookgDt',
      'entry 1 ValDt',
    ]);
  });
});

describe('an MT940 entry with a fault of its own', () => {
  it.each([
    ['260231' + '0303C250,00NTRFB', 'invalid_date', '260231'],
    ['260303' + '0231C250,00NTRFB', 'invalid_date', '0231'],
    ['26O303' + '0303C250,00NTRFB', 'invalid_date', '26O303'],
    ['2603O3' + 'C250,00NTRFB', 'invalid_date', '2603O3'],
    ['260303' + 'O303C250,00NTRFB', 'invalid_date', 'O303'],
  ])('%s is refused alone, and its amount still counts', async (line, code, value) => {
    const { rows, faults, ends, warnings } = await readStatements(
      mtStatement([`:61:${line}`, ':86:LN-1', ':61:2603030303C400,00NTRFA'], '650,00'),
    );
    expect(faults).toMatchObject([
      { scope: 'row', line: 5, column: ':61:', code, value, received: { amount: '250.00', currency: 'EGP' } },
    ]);
    expect(moved(rows)).toEqual(['400.00 2026-03-03']);
    expect(summed(ends)).toEqual(['0.00 to 650.00, 2 entries, in 650.00 (2), out 0.00 (0), ties true']);
    expect(warnings).toEqual([]);
  });

  it('tells all that is wrong with it; without an amount nothing is held against the balances', async () => {
    const { faults, ends } = await readStatements(mtStatement([':61:2602310303C2.50,00NTRFB']));
    expect(faults.map(({ code, received }) => `${code} ${received}`)).toEqual([
      'invalid_date undefined',
      'invalid_amount undefined',
    ]);
    expect(ends).toMatchObject([{ entries: 1, ties: null }]);
  });
});

describe('what the status of an entry says', () => {
  it.each([
    ['BOOK', 'booked'],
    ['PDNG', 'pending'],
    ['FUTR', 'pending'],
    ['INFO', 'info'],
    ['RJCT', 'failed'],
    ['CANC', 'failed'],
    ['Rejected', 'failed'],
  ])('%s', async (code, status) => {
    const plain = await readStatements(message(statement(entry({ status: `<Sts>${code}</Sts>` }))));
    const coded = await readStatements(
      message(statement(entry({ status: `<Sts><Cd>${code}</Cd></Sts>` })), '08'),
    );
    for (const { rows, faults } of [plain, coded]) {
      expect(faults).toEqual([]);
      expect(rows).toMatchObject([{ status, direction: 'credit', returned: null }]);
    }
  });

  it.each([
    ['CRDT', 'credit'],
    ['DBIT', 'debit'],
  ])('that %s was taken back is never money in', async (direction, of) => {
    const status = '<Sts><Prtry>Reversed</Prtry></Sts>';
    const { rows } = await readStatements(
      message(statement(entry({ direction, status, details: detail('60.00') + detail('40.00') })), '08'),
    );
    const taken = { direction: 'debit', status: 'booked', returned: { of, reference: 'SAME' } };
    expect(rows).toMatchObject([
      { amount: '60.00', ...taken },
      { amount: '40.00', ...taken },
    ]);
  });
});
