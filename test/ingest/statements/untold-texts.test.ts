import { describe, expect, it } from 'vitest';
import { entry, message, statement } from './camt-messages.ts';
import { readStatements } from './read-statements.ts';

async function ofCamt(entryText: string, version = '08') {
  const { rows, faults } = await readStatements(message(statement(entryText), version));
  expect(faults).toEqual([]);
  return rows;
}

describe('what a camt entry tells beside what has a place in a row', () => {
  it('is its other text: references, parties, agents, purpose, structured remittance', async () => {
    const details = `<TxDtls>
      <Refs><InstrId>INSTR LN-1</InstrId><EndToEndId>E2E-1</EndToEndId><ChqNb>00042</ChqNb></Refs>
      <Amt Ccy="EGP">100.00</Amt>
      <RltdPties>
        <Dbtr><Pty><Nm>Nour</Nm><PstlAdr><TwnNm>Giza</TwnNm></PstlAdr><Id><PrvtId><Othr><Id>NID-7</Id></Othr></PrvtId></Id></Pty></Dbtr>
        <DbtrAcct><Id><IBAN>EG99</IBAN></Id></DbtrAcct>
        <UltmtDbtr><Pty><Nm>Nour's sister</Nm></Pty></UltmtDbtr>
      </RltdPties>
      <RltdAgts><DbtrAgt><FinInstnId><BICFI>NBEGEGCX</BICFI></FinInstnId></DbtrAgt></RltdAgts>
      <Purp><Cd>LOAN</Cd></Purp>
      <RmtInf><Ustrd>April</Ustrd><Strd><RfrdDocInf><Nb>INV-5</Nb><LineDtls><Desc>second half</Desc></LineDtls></RfrdDocInf><AddtlRmtInf>thanks</AddtlRmtInf></Strd></RmtInf>
      <AddtlTxInf>by phone</AddtlTxInf>
    </TxDtls>`;
    const more = '<AddtlNtryInf>branch 5</AddtlNtryInf><TechInptChanl><Prtry>ATM</Prtry></TechInptChanl>';
    const [row] = await ofCamt(entry({ more, details }));
    expect(row).toMatchObject({
      text: 'April thanks INV-5 by phone branch 5',
      payerName: 'Nour',
      payerAccount: 'EG99',
    });
    expect(row?.otherText).toBe(
      "InstrId: INSTR LN-1; ChqNb: 00042; Dbtr TwnNm: Giza; Dbtr Id: NID-7; UltmtDbtr Nm: Nour's sister; " +
        'DbtrAgt BICFI: NBEGEGCX; Purp Cd: LOAN; RfrdDocInf Desc: second half; TechInptChanl Prtry: ATM',
    );
  });

  it('is of the transaction it stands in', async () => {
    const one = (amount: string, id: string) =>
      `<TxDtls><Refs><InstrId>${id}</InstrId></Refs><Amt Ccy="EGP">${amount}</Amt></TxDtls>`;
    const rows = await ofCamt(entry({ details: one('60.00', 'LN-1') + one('40.00', 'LN-2') }));
    expect(rows.map(({ otherText }) => otherText)).toEqual(['InstrId: LN-1', 'InstrId: LN-2']);
    const [row] = await ofCamt(entry({ details: one('60.00', 'LN-1') + one('30.00', 'LN-2') }));
    expect(row?.otherText).toBe('InstrId: LN-1; InstrId: LN-2');
  });

  it('leaves out amounts, dates, codes, and what names it in this message only', async () => {
    const more =
      '<NtryRef>17</NtryRef><BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd><AddtlInfInd><MsgId>M7</MsgId></AddtlInfInd>';
    const [row] = await ofCamt(entry({ more }));
    expect(row?.otherText).toBeNull();
  });

  it('has placeholders in it, which are no references', async () => {
    const details = `<TxDtls><Refs><AcctSvcrRef>000000</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf>
      <Strd><CdtrRefInf><Ref>N/A</Ref></CdtrRefInf></Strd><Strd><CdtrRefInf><Ref>LN-7</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;
    const [row] = await ofCamt(entry({ details }));
    expect(row).toMatchObject({
      bankReference: 'ENTRY',
      endToEndId: null,
      customerReference: 'LN-7',
      text: 'N/A',
      otherText: 'AcctSvcrRef: 000000; EndToEndId: NOTPROVIDED',
    });
  });
});

describe('what an MT940 entry tells beside what has a place in a row', () => {
  async function ofMt(...lines: readonly string[]) {
    const around = [
      ':20:S',
      ':25:EG12',
      ':28C:1/1',
      ':60F:C260901EGP0,00',
      ...lines,
      ':62F:C260903EGP1,00',
      '-',
      '',
    ];
    const { rows, faults } = await readStatements(around.join('\r\n'));
    expect(faults).toEqual([]);
    return rows[0];
  }

  it('is its other text: subfields nobody asks for, placeholders', async () => {
    const row = await ofMt(
      ':61:260902C1,00NTRFNONREF//0000',
      ':86:166?00CREDIT?100599?20LOAN LN-12?21why? not?30NBEGEGCX?32NOUR?33 TRADING?34011?64LN-13',
    );
    expect(row).toMatchObject({
      text: 'LOAN LN-12 why? not',
      payerName: 'NOUR TRADING',
      customerReference: null,
      bankReference: null,
    });
    expect(row?.otherText).toBe(
      'Customer reference: NONREF; Bank reference: 0000; Code: 166; 00: CREDIT; 10: 0599; 30: NBEGEGCX; 34: 011; 64: LN-13',
    );
  });

  it('has all of a subfield that stands twice, and of information in several fields', async () => {
    expect((await ofMt(':61:260902C1,00NTRFA', ':86:166?20ONE?20TWO'))?.text).toBe('ONE TWO');
    const row = await ofMt(':61:260902C1,00NTRFA', 'supplement', ':86:/EREF/E1', ':86:/REMI/LN-12');
    expect(row).toMatchObject({ text: 'supplement /EREF/E1 /REMI/LN-12', endToEndId: 'E1', otherText: null });
  });

  it('is no reference where it is the account of the payer', async () => {
    const account = 'EG380019000500000000263180002';
    expect(await ofMt(`:61:260902C1,00NTRF${account}//B1`)).toMatchObject({
      customerReference: null,
      payerAccount: account,
      bankReference: 'B1',
      otherText: `Customer reference: ${account}`,
    });
    const row = await ofMt(`:61:260902C1,00NTRF${account}`, ':86:/IBAN/EG99/REMI/x');
    expect(row).toMatchObject({ payerAccount: 'EG99', otherText: `Customer reference: ${account}` });
    expect((await ofMt(':61:260902C1,00NTRFFT26092123456789'))?.customerReference).toBe('FT26092123456789');
  });
});
