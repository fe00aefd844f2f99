import { describe, expect, it } from 'vitest';
import { balance, entry, message, statement } from './camt-messages.ts';
import { readStatements, refusalOf, summed } from './read-statements.ts';

describe('camt statements', () => {
  it.each(['02', '04', '08', '13', '99'])('of version %s are read by their structure', async (version) => {
    const party = version < '08' ? '<Nm>Nour</Nm>' : '<Pty><Nm>Nour</Nm></Pty>';
    const status = version < '05' ? '<Sts>BOOK</Sts>' : '<Sts><Cd>BOOK</Cd></Sts>';
    const details = `<TxDtls><Refs><EndToEndId>LN-1</EndToEndId></Refs><RltdPties><Dbtr>${party}</Dbtr><DbtrAcct><Id><IBAN>EG99</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>a</Ustrd><Ustrd>b</Ustrd></RmtInf></TxDtls>`;
    const { format, rows, ends } = await readStatements(
      message(
        statement(balance('OPBD', '10.00') + balance('CLBD', '110.00') + entry({ status, details })),
        version,
      ),
    );
    expect(format).toBe('camt.053');
    expect(summed(ends)).toEqual(['10.00 to 110.00, 1 entries, in 100.00 (1), out 0.00 (0), ties true']);
    expect(rows).toMatchObject([
      {
        line: 2,
        place: 'entry 1',
        bookingDate: '2026-09-02',
        valueDate: '2026-09-03',
        bankReference: 'ENTRY',
        endToEndId: 'LN-1',
        payerName: 'Nour',
        payerAccount: 'EG99',
        text: 'a b',
      },
    ]);
  });

  it('two accounts in a file, one without entries, balances without a direction, an account that is no IBAN', async () => {
    const text = message(
      statement(
        balance('OPBD', '100', '') +
          balance('CLBD', '1200', '') +
          entry({ amount: '1242' }) +
          entry({ amount: '142', direction: 'DBIT' }),
        '<Othr><Id>LT1</Id></Othr>',
      ) +
        statement(balance('OPBD', '801.55', '') + balance('CLBD', '801.55', ''), '<Othr><Id>LT2</Id></Othr>'),
      '08',
    );
    const { ends } = await readStatements(text);
    expect(ends.map(({ account }) => account)).toEqual(['LT1', 'LT2']);
    expect(summed(ends)).toEqual([
      '100.00 to 1200.00, 2 entries, in 1242.00 (1), out 142.00 (1), ties true',
      '801.55 to 801.55, 0 entries, in 0.00 (0), out 0.00 (0), ties true',
    ]);
  });

  it('entries without dates take the closing date, and this is said', async () => {
    const { rows, warnings } = await readStatements(
      message(statement(balance('CLBD', '1.00') + entry({ dates: '' }) + entry({ dates: '' }))),
    );
    expect(rows).toMatchObject([{ bookingDate: '2026-09-02', dateFrom: 'closing' }, { dateFrom: 'closing' }]);
    expect(warnings).toMatchObject([
      { code: 'date_from_closing', message: expect.stringContaining('2026-09-02') },
    ]);
  });

  it('also where the balances stand behind the entries', async () => {
    const { rows, faults } = await readStatements(
      message(statement(entry({ dates: '' }) + balance('CLBD', '1.00'))),
    );
    expect(faults).toEqual([]);
    expect(rows).toMatchObject([{ bookingDate: '2026-09-02', dateFrom: 'closing' }]);
  });

  it('entries without any date to take are faults', async () => {
    const { rows, faults } = await readStatements(message(statement(entry({ dates: '' }))));
    expect(rows).toEqual([]);
    expect(faults).toMatchObject([{ scope: 'row', code: 'required', column: 'BookgDt', place: 'entry 1' }]);
  });

  it('a value date stands in for a booking date', async () => {
    const { rows } = await readStatements(
      message(statement(entry({ dates: '<ValDt><DtTm>2026-09-03T23:59:00+02:00</DtTm></ValDt>' }))),
    );
    expect(rows).toMatchObject([{ bookingDate: '2026-09-03', dateFrom: 'value' }]);
  });

  it('balances that do not tie are a warning with both figures; overdrawn ones are below zero', async () => {
    const overdrawn = balance('OPBD', '50.00', '<CdtDbtInd>DBIT</CdtDbtInd>');
    const { warnings, ends } = await readStatements(
      message(statement(overdrawn + balance('CLBD', '50.01') + entry())),
    );
    expect(summed(ends)).toEqual(['-50.00 to 50.01, 1 entries, in 100.00 (1), out 0.00 (0), ties false']);
    expect(warnings).toMatchObject([
      { code: 'balances_do_not_tie', message: expect.stringMatching(/50\.00.*50\.01/) },
    ]);
  });

  it('pending and information entries are told apart', async () => {
    const { rows, ends } = await readStatements(
      message(
        statement(['PDNG', 'INFO', 'BOOK'].map((code) => entry({ status: `<Sts>${code}</Sts>` })).join('')),
      ),
    );
    expect(rows.map(({ status }) => status)).toEqual(['pending', 'info', 'booked']);
    expect(ends).toMatchObject([{ entries: 3, credits: { count: 1, sum: '100.00' } }]);
  });

  it('a reversal takes the payment back that it names', async () => {
    const details = '<TxDtls><Refs><EndToEndId>LN-7</EndToEndId></Refs></TxDtls>';
    const { rows } = await readStatements(
      message(statement(entry({ direction: 'DBIT', more: '<RvslInd>true</RvslInd>', details }))),
    );
    expect(rows).toMatchObject([
      { direction: 'debit', status: 'booked', returned: { of: 'credit', reference: 'LN-7' } },
    ]);
  });

  it('many faults of one file are all told', async () => {
    const bad = [
      entry({ amount: '-5.00' }),
      entry({ amount: '1.234' }),
      entry({ direction: 'BOTH' }),
      entry({ status: '<Sts>MAYBE</Sts>' }),
      entry({ currency: 'pounds' }),
      entry({ dates: '<BookgDt><Dt>2026-02-31</Dt></BookgDt>' }),
    ];
    const { faults, rows } = await readStatements(message(statement(bad.join('\n') + entry())));
    expect(rows).toHaveLength(1);
    expect(faults.map(({ place, column, code, line }) => `${line} ${place} ${column} ${code}`)).toEqual([
      '2 entry 1 Amt sign_contradicts',
      '3 entry 2 Amt invalid_amount',
      '4 entry 3 CdtDbtInd unknown_direction',
      '5 entry 4 Sts unknown_status',
      '6 entry 5 Amt invalid_currency',
      '7 entry 6 BookgDt invalid_date',
    ]);
  });
});

describe('kinds of messages and files', () => {
  it('camt.052 is read as intraday, camt.054 has no balances to tie', async () => {
    const report = message(statement(entry()))
      .replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt')
      .replaceAll('Stmt>', 'Rpt>');
    const intraday = await readStatements(report);
    expect(intraday.format).toBe('camt.052');
    expect(intraday.begins).toMatchObject([{ intraday: true }]);
    expect(intraday.warnings.map(({ code }) => code)).toEqual(['intraday']);
    const note = message(statement(entry()))
      .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
      .replaceAll('Stmt>', 'Ntfctn>');
    const notice = await readStatements(note);
    expect(notice.format).toBe('camt.054');
    expect(notice.ends).toMatchObject([{ ties: null }]);
    expect(notice.warnings).toEqual([]);
  });

  it('prefixes, CDATA, comments and entities are read; other code pages by their declaration', async () => {
    const text = message(
      statement(entry({ more: '<AddtlNtryInf><![CDATA[a <b>]]> &amp; &#x43;<!-- no --></AddtlNtryInf>' })),
    );
    const { rows } = await readStatements(
      text
        .replaceAll('<', '<c:')
        .replaceAll('<c:/', '</c:')
        .replace(/<c:([?!])/g, '<$1')
        .replace('<c:b>', '<b>'),
    );
    expect(rows[0]?.text).toBe('a <b> & C');
    const latin = Buffer.from(text.replace('UTF-8', 'ISO-8859-1').replace('&amp;', 'é'), 'latin1');
    expect((await readStatements(latin)).rows[0]?.text).toBe('a <b> é C');
  });

  it('no entries are a statement of nothing', async () => {
    const { ends, faults } = await readStatements(
      message(statement(balance('OPBD', '1.00') + balance('CLBD', '1.00'))),
    );
    expect(summed(ends)).toEqual(['1.00 to 1.00, 0 entries, in 0.00 (0), out 0.00 (0), ties true']);
    expect(faults).toEqual([]);
  });

  it.each([
    ['cut short', message(statement(entry())).slice(0, -30), /cut short/],
    ['crossed', message(statement(entry())).replace('</Ntry>', '</Stmt>'), /closes <Stmt> before <Ntry>/],
    [
      'an entity nobody knows',
      message(statement(entry({ more: '<AddtlNtryInf>&bomb;</AddtlNtryInf>' }))),
      /entity/,
    ],
    [
      'a document type',
      message('').replace('<Document', '<!DOCTYPE x [<!ENTITY a "b">]><Document'),
      /document type/,
    ],
    ['no statement', message(''), /no statement/],
    ['another message', '<Document><CstmrCdtTrfInitn></CstmrCdtTrfInitn></Document>', /XML of another kind/],
    ['a web page', '<!DOCTYPE html><html><body>Sign in</body></html>', /HTML page/],
    ['a web page as XML', '<?xml version="1.0"?>\n<html></html>', /HTML page/],
    ['empty', '', /is empty/],
    ['blank', ' \r\n', /is empty/],
  ])('%s is refused with its reason', async (_what, text, reason) => {
    expect(await refusalOf(text)).toMatch(reason);
  });

  it('a zip archive is refused, naming what is in it', async () => {
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE('a.xml'.length, 26);
    expect(await refusalOf(Buffer.concat([header, Buffer.from('a.xml'), Buffer.from('data')]))).toMatch(
      /zip archive that holds a\.xml/,
    );
  });
});
