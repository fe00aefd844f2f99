import { describe, expect, it } from 'vitest';
import { type ExportedEntry, hledgerTransaction } from '../../src/render/hledger-journal.ts';

const ENTRY: ExportedEntry = {
  sequence: 12,
  loan_id: 'LN-7K3QX9B23',
  entry_number: 3,
  business_name: 'Nile Crafts',
  kind: 'payment',
  event_id: 'PAY-4M7Z1K8Q9',
  value_date: '2026-03-20',
  booked_at: '2026-03-21T09:00:00.000Z',
  booked_by: 'mona@bank.example',
  reverses_entry_number: null,
  postings: [
    { account: 'collection clearing', gl_account: '1990', debit: 999_999_999_999.99, credit: 0 },
    { account: 'loan principal', gl_account: 'loan principal', debit: 0, credit: 999_999_999_999.98 },
    { account: 'interest income', gl_account: 'income:4101', debit: 0, credit: 0.01 },
  ],
};

describe('a journal entry for hledger', () => {
  it('is dated on its value date and says where it comes from', () => {
    expect(hledgerTransaction({ ...ENTRY, reverses_entry_number: 1 })).toBe(`
2026-03-20 * (LN-7K3QX9B23/3) Nile Crafts | payment PAY-4M7Z1K8Q9
    ; seq:12, booked:2026-03-21T09:00:00.000Z, by:mona@bank.example, reverses:LN-7K3QX9B23/1
    1990                              999999999999.99 EGP
    loan principal                    -999999999999.98 EGP
    income:4101                       -0.01 EGP
`);
  });

  it.each([
    'a\n2020-01-01 forged\n  cash  1 EGP\n  gain',
    'a\r\n\tb',
    'a\u2028b\u2029c\u0085d',
    'a ; not:a tag',
    'a | b',
    '\u202e\u2066turned',
    '\ud800 lone',
    'date:2020-01-01, x:y [2020-01-01]',
  ])('is four lines and five whatever the name is: %j', (name) => {
    const text = hledgerTransaction({ ...ENTRY, business_name: name, booked_by: name });
    const lines = text.split(/[\n\r\u0085\u2028\u2029]/);
    expect(lines).toHaveLength(7);
    expect(text).not.toMatch(/[\u202e\u2066]|\ud800/);
    const [, head = '', tags = ''] = lines;
    expect(head.match(/[;|]/g)).toEqual(['|']);
    expect(tags.match(/\w+:/g)?.filter((tag) => !/^\d/.test(tag))).toEqual(
      expect.arrayContaining(['seq:', 'booked:', 'by:']),
    );
    expect(tags).not.toMatch(/date:|\[/);
  });

  it('keeps the letters of a name, wide and joined ones too', () => {
    const name = 'شركة\u200cالنيل 有限公司 👩\u200d🌾 (Cairo) * !';
    expect(hledgerTransaction({ ...ENTRY, business_name: name })).toContain(`/3) ${name} | payment`);
  });

  it('goes by what it books when there is no name left', () => {
    expect(hledgerTransaction({ ...ENTRY, business_name: ' ;; ' })).toContain('/3) payment PAY-4M7Z1K8Q9\n');
  });
});
