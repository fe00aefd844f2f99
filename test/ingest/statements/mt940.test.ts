import { describe, expect, it } from 'vitest';
import { moved, readStatements, refusalOf, summed } from './read-statements.ts';

/** A statement of one day in EGP around these lines. */
function statement(lines: readonly string[], closing = '0,00', opening = '0,00'): string {
  return [
    ':20:STMT',
    ':25:EG120019000500000000263180002',
    ':28C:1/1',
    `:60F:C260901EGP${opening}`,
    ...lines,
    `:62F:C260903EGP${closing}`,
    '-',
    '',
  ].join('\r\n');
}

describe('marks of MT940 entries', () => {
  it('RC takes money back and names what came, RD gives money back (B15)', async () => {
    const { rows, ends, faults } = await readStatements(
      statement(
        [
          ':61:2609020902C250,00NTRFLN-7',
          ':61:2609030903RC250,00NTRFLN-7',
          ':61:2609030903RD10,00NCHGNONREF',
        ],
        '1010,00',
        '1000,00',
      ),
    );
    expect(faults).toEqual([]);
    expect(moved(rows)).toEqual(['250.00 2026-09-02', '-250.00 2026-09-03', '10.00 2026-09-03']);
    expect(rows.map(({ returned }) => returned)).toEqual([
      null,
      { of: 'credit', reference: 'LN-7' },
      { of: 'debit', reference: null },
    ]);
    expect(summed(ends)).toEqual(['1000.00 to 1010.00, 3 entries, in 260.00 (2), out 250.00 (1), ties true']);
  });

  it.each([
    ['CR250,00', '250.00'],
    ['DR250,00', '-250.00'],
    ['CN0,01', '0.01'],
    ['DD212,39', '-212.39'],
    ['C119,', '119.00'],
    ['C000000000025,00', '25.00'],
    ['C11,8', '11.80'],
  ])('%s is %s', async (mark, amount) => {
    const { rows } = await readStatements(statement([`:61:2609020902${mark}NTRFLN-7`]));
    expect(moved(rows)).toEqual([`${amount} 2026-09-02`]);
  });

  it('C0,92 goes with the letter of its type', async () => {
    const { rows } = await readStatements(statement([':61:260902C0,92FMSCNONREF']));
    expect(rows[0]).toMatchObject({ amount: '0.92', customerReference: null, bankReference: null });
  });

  it.each([
    ['D-104,12', 'sign_contradicts', '-104,12'],
    ['C1.104,12', 'invalid_amount', '1.104,12'],
    ['C104.12', 'invalid_amount', '104.12'],
    ['C104', 'invalid_amount', '104'],
    ['X104,12', 'unknown_direction', 'X10'],
    ['C1,234', 'invalid_amount', '1.234'],
  ])('%s is a fault %s with its line and value', async (mark, code, value) => {
    const { rows, faults } = await readStatements(
      statement([':61:2609020902C1,00NTRFA', `:61:2609020902${mark}NTRFB`]),
    );
    expect(rows).toHaveLength(1);
    expect(faults).toMatchObject([{ scope: 'row', line: 6, column: ':61:', code, value }]);
  });
});

describe('dates of MT940 entries', () => {
  it.each([
    ['2601020102', '2026-01-02', '2026-01-02'],
    ['2601021231', '2025-12-31', '2026-01-02'],
    ['2512310102', '2026-01-02', '2025-12-31'],
    ['240312    ', '2024-03-12', '2024-03-12'],
    ['240312', '2024-03-12', '2024-03-12'],
    ['2402280229', '2024-02-29', '2024-02-28'],
  ])('%s is booked %s, value %s', async (dates, bookingDate, valueDate) => {
    const { rows } = await readStatements(statement([`:61:${dates}C1,00NTRFA`]));
    expect(rows).toMatchObject([{ bookingDate, valueDate }]);
  });

  it('a day that does not exist is a fault', async () => {
    const { faults } = await readStatements(statement([':61:260231C1,00NTRFA', ':61:2602010231C1,00NTRFA']));
    expect(faults.map(({ code, value }) => `${code} ${value}`)).toEqual([
      'invalid_date 260231',
      'invalid_date 0231',
    ]);
  });
});

describe('text of MT940 entries', () => {
  it('a line that looks like a tag or begins with a hyphen is text', async () => {
    const { rows, ends } = await readStatements(
      statement([
        ':61:2609020902C1,00NTRFNONREF//B1',
        ':86:payment',
        ':08 reference LN-12',
        '20:44:45 paid',
        '-CHQ 5521 returned',
        ':20:44:45 again',
      ]),
    );
    expect(rows).toMatchObject([
      {
        bankReference: 'B1',
        text: 'payment :08 reference LN-12 20:44:45 paid -CHQ 5521 returned :20:44:45 again',
      },
    ]);
    expect(ends).toHaveLength(1);
  });

  it('a word cut at the end of a full line goes on in the next', async () => {
    const full = `${'x'.repeat(58)} LN-7K3`;
    expect(full).toHaveLength(65);
    const { rows } = await readStatements(
      statement([':61:260902C1,00NTRFA', `:86:${full}`, 'QX9B23 thanks', 'short']),
    );
    expect(rows[0]?.text).toMatch(/ LN-7K3QX9B23 thanks short$/);
  });

  it('subfields give purpose, payer and account', async () => {
    const text = ':86:166?00CREDIT?20EREF+INV-7?21SVWZ+LOAN LN-12?30NBEGEGCX?31EG00123?32NOUR?33 TRADING';
    const { rows } = await readStatements(statement([':61:260902C1,00NTRFA', text]));
    expect(rows[0]).toMatchObject({
      text: 'EREF+INV-7 SVWZ+LOAN LN-12',
      endToEndId: 'INV-7',
      payerAccount: 'EG00123',
      payerName: 'NOUR TRADING',
    });
  });

  it('code words give payer and end-to-end id', async () => {
    const text = ':86:/EREF/LN-12/NAME/Nour Trading/IBAN/EG00123/REMI/September';
    const { rows } = await readStatements(statement([':61:260902C1,00NTRFA', text]));
    expect(rows[0]).toMatchObject({
      endToEndId: 'LN-12',
      payerName: 'Nour Trading',
      payerAccount: 'EG00123',
    });
  });

  it('what stands behind // is the bank reference, supplementary details are text', async () => {
    const { rows } = await readStatements(
      statement([':61:260902C0,01NTRFNONREF//MB17', '911-TRANSFER', ':86:wrapped:', 'TNR: 1790.01']),
    );
    expect(rows[0]).toMatchObject({
      customerReference: null,
      bankReference: 'MB17',
      text: '911-TRANSFER wrapped: TNR: 1790.01',
      original: [':61:260902C0,01NTRFNONREF//MB17\n911-TRANSFER'.slice(4), 'wrapped:\nTNR: 1790.01'],
    });
  });
});

describe('MT940 statements', () => {
  it('stand in envelopes, many in a file, most of them empty', async () => {
    const one = (day: number, lines: readonly string[], from: string, to: string) =>
      [
        '{1:F01BANKEGCXXXXX0000000000}{2:O940BANKEGCXXXXXN}{3:}{4:',
        ':20:0000000000',
        ':25:EG12',
        `:28C:${day}/1`,
        `:60F:C2001${String(day).padStart(2, '0')}EGP${from}`,
        ...lines,
        `:62F:C2001${String(day).padStart(2, '0')}EGP${to}`,
        '-}{5:}',
        '',
      ].join('\r\n');
    const text =
      one(
        1,
        [':61:2001010101D65,00NOVBEG47BANK9999999999', 'a customer', ':86:', '', 'jewels', ''],
        '444,29',
        '379,29',
      ) +
      one(2, [], '379,29', '379,29') +
      one(3, [':61:2001030103C1000,00NIOBNONREF'], '379,29', '1379,29');
    const { ends, rows, begins } = await readStatements(text);
    expect(summed(ends)).toEqual([
      '444.29 to 379.29, 1 entries, in 0.00 (0), out 65.00 (1), ties true',
      '379.29 to 379.29, 0 entries, in 0.00 (0), out 0.00 (0), ties true',
      '379.29 to 1379.29, 1 entries, in 1000.00 (1), out 0.00 (0), ties true',
    ]);
    expect(begins.map(({ id, sequence }) => `${id} ${sequence}`)).toEqual([
      '0000000000 1/1',
      '0000000000 2/1',
      '0000000000 3/1',
    ]);
    expect(rows[0]).toMatchObject({ text: 'a customer jewels', payerAccount: 'EG47BANK9999999999' });
  });

  it('may be pages with a bank header, whose balances do not tie: said with both figures', async () => {
    const text = [
      'BANKEGCX',
      '940',
      'BANKEGCX',
      ':20:BANK',
      ':25:517852257',
      ':28:19321/1',
      ':60F:C110522EGP3236,28',
      ':61:1105240524D9,N192NONREF',
      ':86:GIRO',
      '',
      ':61:1105210523D11,8N426NONREF',
      ':62F:C110523EGP876,84',
      '-',
      ':20:BANK',
      ':25:517852257',
      ':28C:19322/1',
      ':60M:C110523EGP2876,84',
      ':61:1105240524D24,49N426NONREF',
      ':62M:C110524EGP2852,35',
      '-',
    ].join('\n');
    const { ends, warnings } = await readStatements(text);
    expect(summed(ends)).toEqual([
      '3236.28 to 876.84, 2 entries, in 0.00 (0), out 20.80 (2), ties false',
      '2876.84 to 2852.35, 1 entries, in 0.00 (0), out 24.49 (1), ties true',
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(['balances_do_not_tie']);
    expect(warnings[0]?.message).toMatch(/3215\.48.*876\.84/);
  });

  it('may begin with a control byte and end with one', async () => {
    const { ends, rows } = await readStatements(
      `\u0001\r\n${statement([':61:260902C0,01NTRFA//1', ':61:260902C0,01NTRFA//2'], '0,02').replace(/-\r\n$/, '-\u0003')}`,
    );
    expect(rows).toHaveLength(2);
    expect(summed(ends)).toEqual(['0.00 to 0.02, 2 entries, in 0.02 (2), out 0.00 (0), ties true']);
  });

  it('have lines of nothing that are information', async () => {
    const { rows, ends } = await readStatements(
      statement(
        [
          ':61:240312    CD0,00NDEFNONREF//',
          '/ABC/C 37897,00 BAI CD 025',
          ':61:240312    DD1,00NMSCNONREF//',
        ],
        '0,00',
        '1,00',
      ),
    );
    expect(rows.map(({ status }) => status)).toEqual(['info', 'booked']);
    expect(summed(ends)).toEqual(['1.00 to 0.00, 2 entries, in 0.00 (0), out 1.00 (1), ties true']);
  });

  it('are cut short without a closing balance: nothing of the file may be posted', async () => {
    const { faults } = await readStatements(statement([':61:260902C1,00NTRFA']).replace(/:62F:[\s\S]*/, ''));
    expect(faults).toMatchObject([{ scope: 'file', code: 'incomplete' }]);
  });

  it('with a balance nobody can read post nothing', async () => {
    const { faults } = await readStatements(statement([], 'abc'));
    expect(faults.map(({ scope, code }) => `${scope} ${code}`)).toContain('file invalid_balance');
  });
});

describe('code pages', () => {
  it('that letters do not tell are asked for', async () => {
    const bytes = Buffer.from(statement([':61:260902C1,00NTRFA', ':86:Krak?w']), 'latin1');
    bytes[bytes.indexOf('?')] = 0xf3;
    expect(await refusalOf(bytes)).toMatch(/--encoding windows-1256/);
    const { rows } = await readStatements(bytes, { encoding: 'windows-1250' });
    expect(rows[0]?.text).toBe('Kraków');
  });
});
