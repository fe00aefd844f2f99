import { describe, expect, it } from 'vitest';
import { encoded, readStatements, refusalOf } from './read-statements.ts';

const HEAD = 'loan_id,payment_amount,payment_date,payment_method,payment_reference';

function own(...rows: readonly string[]): string {
  return [HEAD, ...rows, ''].join('\n');
}

describe('encodings', () => {
  const text = own('LN-1,1.00,2026-04-02,,أ', '');
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    [
      'UTF-8 with a mark and quoted headings',
      Buffer.from(`\ufeff${text.replace(HEAD, HEAD.replace(/\w+/g, '"$&"'))}`),
    ],
    [
      'UTF-16LE with a mark, tabs, as Excel writes it',
      Buffer.from(`\ufeff${text.replaceAll(',', '\t').replaceAll('\n', '\r\n')}`, 'utf16le'),
    ],
    ['UTF-16LE without a mark', Buffer.from(text, 'utf16le')],
    ['UTF-16BE with a mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['CR alone', Buffer.from(text.replaceAll('\n', '\r'))],
  ])('%s gives the same row, wherever it is cut', async (_name, bytes) => {
    for (const chunk of [1, 2, 3, 64]) {
      const { rows } = await readStatements(bytes, {}, chunk);
      expect(rows).toMatchObject([{ line: 2, loan: 'LN-1', bankReference: 'أ' }]);
    }
  });

  it.each(['windows-1256', 'iso-8859-6'])(
    'Arabic in %s is told by its letters, and this is said; the flag says it too',
    async (encoding) => {
      const arabic = 'رقم القرض,المبلغ,التاريخ,البيان\nLN-1,1.00,2026-04-02,تحويل من شركة النور\n';
      for (const options of [{}, { encoding }]) {
        const { rows, warnings } = await readStatements(encoded(arabic, encoding), options);
        expect(rows).toMatchObject([{ loan: 'LN-1', text: 'تحويل من شركة النور' }]);
        expect(warnings.map(({ code }) => code)).toEqual('encoding' in options ? [] : ['encoding_detected']);
      }
    },
  );

  it('UTF-8 is not read as the code page of its source: each row would be another one', async () => {
    const profile = { name: 'nr', document: { encoding: 'windows-1256', sign: 'credits_only' } };
    const early = own('LN-1,1.00,2026-04-02,,أحمد');
    const plainRows = Array.from({ length: 4_000 }, (_, at) => `LN-1,1.00,2026-04-02,,R${at}`);
    const late = own(...plainRows, 'LN-1,1.00,2026-04-02,,أحمد');
    for (const text of [early, late]) {
      expect(await refusalOf(text, { profile })).toMatch(/as windows-1256, but .* UTF-8\..*--encoding utf-8/);
    }
    const { rows } = await readStatements(early, { profile, encoding: 'utf-8' });
    expect(rows).toMatchObject([{ bankReference: 'أحمد' }]);
    const page = await readStatements(encoded(early, 'windows-1256'), { profile });
    expect(page.rows).toEqual(rows);
    // Said of this very file, it is so.
    const told = await readStatements(early, { profile, encoding: 'windows-1256' });
    expect(told.rows).toHaveLength(1);
    const plain = await readStatements(own('LN-1,1.00,2026-04-02,,R1'), { profile });
    expect(plain.rows).toMatchObject([{ bankReference: 'R1' }]);
  });

  it('letters that are no text in the encoding given are refused', async () => {
    expect(
      await refusalOf(Buffer.from([0xd8, 0x2c, 0x41]), { encoding: 'utf-8', inputFormat: 'csv' }),
    ).toMatch(/not text in utf-8/);
  });
});
