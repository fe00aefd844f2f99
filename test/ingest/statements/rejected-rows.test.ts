import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type RejectedRow, rejectedRows } from '../../../src/ingest/statements/rejected-rows.ts';
import { openStatementFile } from '../../../src/ingest/statements/statement-files.ts';
import type { StatementFileOptions } from '../../../src/ingest/statements/statement-options.ts';
import { readStatements } from './read-statements.ts';

/** The reject file of an input, with its faults and what else is said against lines of it. */
async function rejectsOf(
  input: string | Uint8Array,
  more: readonly RejectedRow[] = [],
  options: StatementFileOptions = {},
): Promise<string> {
  const stream = Readable.from([Buffer.from(input as Uint8Array)]);
  const file = await openStatementFile('-', stream, { ...options, readAgain: true });
  const rejected: RejectedRow[] = [];
  for await (const parts of file.parts()) {
    for (const part of parts) {
      if (part.kind === 'fault') rejected.push({ ...part, reason: part.message });
    }
  }
  let text = '';
  for await (const piece of rejectedRows(file, [...rejected, ...more])) text += piece;
  return text;
}

const own = (line: number, code: string, reason = 'so'): RejectedRow => ({ line, place: null, code, reason });

describe('refused rows of a file', () => {
  it('stand as they stood, with line, code and reason behind them', async () => {
    const text =
      'loan_id,payment_amount,payment_date,note\nLN-1,"1,5",2026-03-01,"a ""b""\nc"\nLN-2,5,2026-03-01,\n';
    expect(await rejectsOf(text, [own(2, 'unknown_loan', 'it is no loan, "really"')])).toBe(
      'loan_id,payment_amount,payment_date,note,line,code,reason\r\n' +
        'LN-1,"1,5",2026-03-01,"a ""b""\nc",2,unknown_loan,"it is no loan, ""really"""\r\n',
    );
  });

  it('keep the separator of their file, and the lines that name the account and the currency', async () => {
    const text =
      'Account number;0123\nPeriod;May\nOpening balance;5.00\nDate;Amount;Details\n2026-03-01;+1.00;a;b\n2026-03-0x;-2.00;c\n';
    expect(await rejectsOf(text)).toMatch(
      /^Account number;0123\r\nDate;Amount;Details;line;code;reason\r\n2026-03-0x;-2.00;c;6;invalid_date;[^\r]*\r\n$/,
    );
  });

  it('say each row once, and of a file of rejects no second line, code and reason', async () => {
    const text =
      'loan_id,payment_amount,payment_date,line,code,reason\nLN-1,x,yesterday,7,invalid_amount,old\nLN-2,1,2026-03-01,8,a,b\n';
    const rejects = await rejectsOf(text);
    expect(rejects.split('\r\n')[0]).toBe('loan_id,payment_amount,payment_date,line,code,reason');
    expect(rejects).toMatch(/\r\nLN-1,x,yesterday,2,invalid_amount; invalid_date,"?[^\r]*\r\n$/);
    expect(rejects).not.toContain('old');
  });

  it('of JSON Lines come under the headings of our own columns', async () => {
    const text =
      '{"loan_id":"LN-1","payment_amount":10.10,"payment_date":"2026-02-30"}\n{"loan_id":"LN-2","payment_amount":"5","payment_date":"2026-03-01"}\n{broken\n';
    expect(await rejectsOf(text, [own(2, 'overpayment')])).toMatch(
      new RegExp(
        [
          /^loan_id,payment_amount,payment_date,payment_method,payment_reference,currency,value_date,details,payment_id,status,original,line,code,reason\r\n/,
          /LN-1,10\.10,2026-02-30,,,,,,,,"\{""loan_id"".*\}",1,invalid_date,.*\r\n/,
          /LN-2,5,2026-03-01,,,,,,,,"\{.*\}",2,overpayment,so\r\n/,
          /,,,,,,,,,,\{broken,3,unreadable_row,the line is not JSON: a payment stands whole on one line\r\n$/,
        ]
          .map(({ source }) => source)
          .join(''),
      ),
    );
  });

  it('of a line that names a field twice are that line alone: nobody knows which of them is meant', async () => {
    const line = '{"loan_id":"LN-1","payment_amount":1,"payment_amount":2,"payment_date":"2026-03-01"}';
    const [, row = ''] = (await rejectsOf(`${line}\n`)).split('\r\n');
    expect(row).toMatch(/^,,,,,,,,,,"\{""loan_id"".*\}",1,unreadable_row,/);
  });

  it('are read again as what they were once they are corrected', async () => {
    const lines = ['loan_id,payment_amount,payment_date,payment_reference,details'];
    lines.push('LN-1,12.50,2026-13-01,=HYPERLINK("x"),@sum', 'LN-2,3.00,2026-03-01,R-2,-x');
    const text = `${lines.join('\n')}\n`;
    const rejects = await rejectsOf(text);
    expect(rejects).toContain(`LN-1,12.50,2026-13-01,"'=HYPERLINK(""x"")",'@sum,2,`);
    const wanted = await readStatements(text.replace('2026-13-01', '2026-03-11'));
    const corrected = await readStatements(rejects.replace('2026-13-01', '2026-03-11'));
    const plain = ({ line: _line, original: _original, ...row }: (typeof wanted.rows)[number]) => row;
    expect(corrected.warnings).toEqual([]);
    expect(corrected.faults).toEqual([]);
    expect(corrected.rows.map(plain)).toEqual(wanted.rows.slice(0, 1).map(plain));
  });

  it('of an Arabic code page are UTF-8 and say so, whatever encoding is said of them', async () => {
    const text = Buffer.concat([
      Buffer.from('Date,Amount,Details\n2026-03-0x,+1.00,'),
      Buffer.from([0xd3, 0xcf, 0xc7, 0xcf]),
      Buffer.from('\n'),
    ]);
    const rejects = await rejectsOf(text, [], { encoding: 'windows-1256' });
    expect(rejects).toMatch(/^\ufeffDate,Amount,Details,line,code,reason\r\n2026-03-0x,\+1\.00,سداد,2,/);
    const corrected = rejects.replace('0x', '01');
    expect((await readStatements(corrected, { encoding: 'windows-1256' })).rows[0]?.text).toBe('سداد');
  });
});
