import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { guessSource } from '../../../src/ingest/statements/guess-source.ts';
import { encoded, moved, readStatements } from './read-statements.ts';

const guess = (bytes: string | Uint8Array) =>
  guessSource('-', Readable.from([Buffer.from(bytes as Uint8Array)]));

describe('what a file says about its like', () => {
  it('all that whole columns settle, and the file is then read by it', async () => {
    const text = 'Bank,of the Nile\nDate;Label;Detail;Debit;Credit;Ref\n13/04/2026;a;b;;1.000,50;R1\n';
    const { document, headings, open } = await guess(text);
    expect(open).toEqual([]);
    expect(headings).toEqual(['Date', 'Label', 'Detail', 'Debit', 'Credit', 'Ref']);
    expect(document).toEqual({
      columns: {
        payment_date: 'Date',
        credit: 'Credit',
        debit: 'Debit',
        reference: 'Ref',
        details: ['Label', 'Detail'],
      },
      delimiter: 'semicolon',
      encoding: 'utf-8',
      decimal: 'comma',
      date_format: 'DD/MM/YYYY',
      sign: 'columns',
      currency: 'EGP',
      payment_method: 'manual_transfer',
    });
    const { rows } = await readStatements(text, { profile: { name: 'nile', document } });
    expect(moved(rows)).toEqual(['1000.50 2026-04-13']);
  });

  it('names the flag for each question that is left open, and guesses none of them', async () => {
    const { document, open } = await guess('Date;Amount\n03/04/2026;1,234\n05/06/2026;5,678\n');
    expect(open.map(({ flag }) => flag)).toEqual(['--decimal', '--date-format', '--sign']);
    expect(document).not.toHaveProperty('decimal');
    expect(document).not.toHaveProperty('date_format');
  });

  it('tells the code page of Arabic headings', async () => {
    const { document } = await guess(
      encoded('التاريخ,البيان,مدين,دائن\n30/09/2026,فائدة,,1.50\n', 'windows-1256'),
    );
    expect(document).toMatchObject({ encoding: 'windows-1256', columns: { credit: 'دائن', debit: 'مدين' } });
  });

  it('of columns nobody knows gives the headings to choose from', async () => {
    const { headings, open } = await guess('Export of today\nWann|x;Wieviel;Wer\n1;2;3\n');
    expect(headings).toEqual(['Wann|x', 'Wieviel', 'Wer']);
    expect(open).toMatchObject([{ flag: '--columns-map' }]);
  });
});
