import { describe, expect, it } from 'vitest';
import type { Letterhead, PrintedLoan } from '../../../src/render/documents/document-frame.ts';
import { asKnownAt } from '../../../src/render/documents/document-frame.ts';
import { documentHtml } from '../../../src/render/documents/document-html.ts';
import { documentText } from '../../../src/render/documents/document-text.ts';
import { payoffDocument } from '../../../src/render/documents/payoff-document.ts';
import type { PrintedDocument } from '../../../src/render/documents/printed-document.ts';
import { receiptDocument } from '../../../src/render/documents/receipt-document.ts';
import { type StatementRow, statementDocument } from '../../../src/render/documents/statement-document.ts';
import { statementIndex } from '../../../src/render/documents/statement-index.ts';
import { textWidth } from '../../../src/render/text-width.ts';

const HASH = 'a1'.repeat(32);
const LETTERHEAD: Letterhead = {
  bank_name: 'Nile & Delta Bank',
  bank_name_ar: 'بنك النيل',
  bank_branch: 'Dokki',
  bank_branch_ar: 'فرع الدقي',
  policy_version: 3,
  printed_at: '2026-06-15T12:00:00.000Z',
  anchor: { sequence: 15, hash: HASH },
};
const LOAN: PrintedLoan = {
  loan_id: 'LN-7K3QX9B23',
  merchant_id: 'nile',
  business_name: 'Nile <b>Crafts</b> "نايل" \u202e\u001b[2J',
  original_amount: 40_000,
  disbursed_amount: 40_000,
  outstanding_balance: 37_017.62,
  accrued_interest: 0,
  fees_due: 0,
  payoff_amount: 37_017.62,
  arrears_amount: 0,
  credit_balance: 0,
  next_payment_due_date: '2026-05-01',
  maturity_date: '2027-03-01',
  payment_status: 'current',
  interest_rate: 24,
  term_months: 12,
  as_of: '2026-04-01',
};

function row(
  kind: string,
  debit: number,
  credit: number,
  balance: number,
  more: Partial<StatementRow> = {},
): StatementRow {
  return {
    value_date: '2026-04-01',
    booked_at: '2026-04-02T08:00:00.000Z',
    kind,
    reference: 'PAY-7K3QX9B23',
    debit,
    credit,
    balance,
    payment_reference: null,
    reversed: false,
    ...more,
  };
}

const ROWS = [
  row('opening', 0, 0, 40_000, { booked_at: null, reference: null }),
  row('interest', 800, 0, 40_800, { payment_reference: "FT'1<2" }),
  row('payment', 0, 3_782.38, 37_017.62),
  row('payment', 0, 500, 36_517.62, { reversed: true }),
  row('reversal', 500, 0, 37_017.62, { reversed: true }),
  row('brand_new', 0, 0, 37_017.62),
];

function statement(language: 'en' | 'ar', rows: readonly StatementRow[] = ROWS): PrintedDocument {
  return statementDocument(LOAN, rows, { from: '2026-04-01', to: '2026-04-01' }, LETTERHEAD, language);
}

describe('a document as HTML', () => {
  const english = documentHtml(statement('en'));
  const arabic = documentHtml(statement('ar'));

  it('asks for nothing from outside and runs nothing', () => {
    for (const html of [english, arabic]) {
      expect(html).not.toMatch(
        /<(?:script|link|img|iframe|object)|src=|url\(|@import|https?:|javascript:| on\w+=/i,
      );
      expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
      expect(html).toContain('@page { size: A4');
    }
  });

  it('escapes every name, in cells as in the title, and shows what would turn or clear a line', () => {
    for (const html of [english, arabic]) {
      expect(html).not.toContain('<b>');
      expect(html).toContain('Nile &lt;b&gt;Crafts&lt;/b&gt; &quot;نايل&quot; \\u202e\\u001b[2J');
      expect(html).toContain('FT&#39;1&lt;2');
      expect(html).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/);
    }
    expect(english).toContain('Nile &amp; Delta Bank');
  });

  it('runs from the right in Arabic, with figures and ids from the left', () => {
    expect(english).toContain('<html lang="en" dir="ltr">');
    expect(arabic).toContain('<html lang="ar" dir="rtl">');
    expect(arabic).toContain('<bdi dir="ltr">37,017.62</bdi>');
    expect(arabic).toContain('<bdi dir="ltr">2026-04-01</bdi>');
    expect(arabic).toContain('<p class="name"><bdi>بنك النيل</bdi></p><p><bdi>فرع الدقي</bdi></p>');
    expect(arabic).toContain('سبعة وثلاثون ألفًا وسبعة عشر جنيهًا مصريًا واثنان وستون قرشًا فقط لا غير');
  });

  it('has its tags closed in order', () => {
    for (const html of [english, arabic]) {
      const open: string[] = [];
      for (const [, end, name] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
        if (['meta'].includes(name!)) continue;
        if (end === '') open.push(name!);
        else expect(open.pop()).toBe(name);
      }
      expect(open).toEqual([]);
    }
  });

  it('strikes what was reversed through, without a balance, and leaves it out of the sums', () => {
    const struck = english.split('\n').filter((line) => line.startsWith('<tr class="struck">'));
    expect(struck).toEqual([
      '<tr class="struck"><td class="start"><s><bdi dir="ltr">2026-04-01</bdi></s></td><td class="start"><s><bdi dir="ltr">2026-04-02</bdi></s></td><td class="start"><s>Payment (reversed)</s></td><td class="start"><s><bdi dir="ltr">PAY-7K3QX9B23</bdi></s></td><td class="end"></td><td class="end"><s><bdi dir="ltr">500.00</bdi></s></td><td class="end"></td></tr>',
      expect.stringContaining('<s>Reversal (reversed)</s>'),
    ]);
    expect(english).toContain(
      '<tfoot><tr><td class="start" colspan="4">Sum of movements</td><td class="end"><bdi dir="ltr">800.00</bdi></td><td class="end"><bdi dir="ltr">3,782.38</bdi></td><td class="end"></td></tr></tfoot>',
    );
    expect(arabic).toContain('<s>سداد (ملغى)</s>');
    // A reference from outside may be broken and has its own direction; what is ours stays whole.
    expect(english).toContain('<td class="start own"><bdi>FT&#39;1&lt;2</bdi></td>');
  });

  it('names the end of the ledger it was printed from', () => {
    expect(english).toMatch(
      new RegExp(`<footer>Printed .*2026-06-15 12:00:00Z.*policy version .*3.*15:${HASH}.*</footer>`),
    );
    const without = documentHtml(
      statementDocument(LOAN, ROWS, { from: null, to: '2026-04-01' }, { ...LETTERHEAD, anchor: null }, 'en'),
    );
    expect(without).toContain('Ledger anchor none</footer>');
  });

  it('leads from an index to each statement', () => {
    const entry = {
      loan_id: 'LN-7K3QX9B23',
      business_name: 'A & B',
      movements: 2,
      balance: 10.5,
      file: 'LN-7K3QX9B23.html',
    };
    const html = documentHtml(statementIndex([entry], { from: null, to: '2026-04-01' }, LETTERHEAD, 'ar'));
    expect(html).toContain('<a dir="ltr" href="LN-7K3QX9B23.html">LN-7K3QX9B23.html</a>');
    expect(html).toContain('عشرة جنيهات مصرية وخمسون قرشًا فقط لا غير');
  });
});

describe('a document as text', () => {
  it('is plain English, with its columns under each other', () => {
    expect(documentText(statement('en'))).toBe(`Nile & Delta Bank
Dokki

Loan statement

Loan                    LN-7K3QX9B23
Borrower                Nile <b>Crafts</b> "نايل" \\u202e\\u001b[2J
Merchant                nile
Paid out                40,000.00
Interest rate per year  24 %
Term in months          12
From                    2026-04-01
To                      2026-04-01
Maturity                2027-03-01
Status                  current

Value date  Booked      Description              Reference       Debit    Credit    Balance
──────────  ──────────  ───────────────────────  ─────────────  ──────  ────────  ─────────
2026-04-01  –           Balance brought forward                                   40,000.00
2026-04-01  2026-04-02  Interest                 FT'1<2         800.00            40,800.00
2026-04-01  2026-04-02  Payment                  PAY-7K3QX9B23          3,782.38  37,017.62
2026-04-01  2026-04-02  Payment (reversed)       PAY-7K3QX9B23            500.00
2026-04-01  2026-04-02  Reversal (reversed)      PAY-7K3QX9B23  500.00
2026-04-01  2026-04-02  brand_new                PAY-7K3QX9B23                    37,017.62
──────────  ──────────  ───────────────────────  ─────────────  ──────  ────────  ─────────
Sum of movements                                                800.00  3,782.38

Closing balance of principal   37,017.62
  Thirty-seven thousand seventeen Egyptian pounds and sixty-two piastres only
Interest due and not paid           0.00
Amount that settles the loan   37,017.62
  Thirty-seven thousand seventeen Egyptian pounds and sixty-two piastres only
Overdue amount                      0.00
Next payment due              2026-05-01

Amounts are in Egyptian pounds (EGP).

───────────────────────────────────────────────────────────────────────────────────────────
Printed 2026-06-15 12:00:00Z · policy version 3 · Ledger anchor
15:${HASH}
`);
  });

  it('runs every line from the right in Arabic, figures and names kept whole', () => {
    const text = documentText(statement('ar'));
    const lines = text
      .trimEnd()
      .split('\n')
      .filter((line) => line !== '');
    for (const line of lines) expect(line.startsWith('\u200f')).toBe(true);
    expect(text).toContain('\u2066LN-7K3QX9B23\u2069');
    expect(text).toContain('\u2068Nile <b>Crafts</b>');
    // Opened and closed on the same line, so that nothing runs on into the next.
    for (const line of lines) {
      expect(line.match(/[\u2066\u2068]/g)?.length ?? 0).toBe(line.match(/\u2069/g)?.length ?? 0);
    }
    const rows = lines.filter((line) => /^\u200f\u20662026.*\u2066(?:4|37)\d?,?\d+\.\d\d\u2069$/.test(line));
    expect(rows).toHaveLength(4);
    expect(new Set(rows.map(textWidth)).size).toBe(1);
  });

  it('says what knowledge it is of', () => {
    const known = asKnownAt(statement('ar'), '2026-04-05');
    expect(documentHtml(known)).toContain(
      '<dt>وفقًا لما قيد حتى</dt><dd><bdi dir="ltr">2026-04-05</bdi></dd>',
    );
    expect(documentText(asKnownAt(statement('en'), '2026-04-05'))).toMatch(/As known at +2026-04-05\n/);
  });

  it('breaks what is longer than the line', () => {
    const long = { ...LOAN, business_name: 'word '.repeat(40).trim() };
    const payoff = {
      as_of: '2026-04-01',
      principal_amount: 1,
      interest_amount: 0.5,
      fee_amount: 0,
      payoff_amount: 777_777_777_777.77,
      per_day_amount: 1,
    };
    for (const language of ['en', 'ar'] as const) {
      const lines = documentText(payoffDocument(long, payoff, LETTERHEAD, language)).split('\n');
      expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(78);
    }
  });

  it('says when nothing has moved, and when the bank owes the customer', () => {
    expect(documentText(statement('en', []))).toContain('No movement in this period.');
    const inFavour = documentText(statement('en', [row('payment', 0, 50, -50)]));
    expect(inFavour).toMatch(/Closing balance in your favour +50.00\n {2}Fifty Egyptian pounds only/);
  });
});

describe('a receipt', () => {
  const receipt = {
    payment_id: 'PAY-7K3QX9B23',
    loan_id: 'LN-7K3QX9B23',
    business_name: 'Nile',
    merchant_id: 'nile',
    payment_date: '2026-04-01',
    payment_amount: 120,
    payment_method: 'auto_debit',
    payment_reference: null,
    principal_amount: 90,
    interest_amount: 10,
    fee_amount: 15,
    credit_amount: 5,
    remaining_balance: 1,
    status: 'posted',
    booked_at: '2026-04-01T12:00:00.000Z',
    booked_by: 'mona',
    reversed_on: null,
    reversal_reason: null,
  };

  it('says what the money went to', () => {
    const text = documentText(receiptDocument(receipt, LETTERHEAD, 'en'));
    expect(text).toMatch(/Amount received +120\.00\n {2}One hundred twenty Egyptian pounds only/);
    expect(text).toMatch(/Fees +15\.00\nInterest +10\.00\nPrincipal +90\.00\nKept as credit +5\.00/);
    expect(text).not.toContain('REVERSED');
  });

  it('of a reversed payment is marked and splits nothing', () => {
    const reversed = {
      ...receipt,
      status: 'reversed',
      reversed_on: '2026-04-05',
      reversal_reason: 'bounced <x>',
    };
    const text = documentText(receiptDocument(reversed, LETTERHEAD, 'en'));
    expect(text).toContain('*** REVERSED ***');
    expect(text).toMatch(/Reversed on +2026-04-05\nReason +bounced <x>/);
    expect(text).not.toMatch(/Interest +10/);
    const html = documentHtml(receiptDocument(reversed, LETTERHEAD, 'ar'));
    expect(html).toContain('<p class="mark">ملغى</p>');
    expect(html).toContain('bounced &lt;x&gt;');
  });
});
it('keeps a statement of five figures within the 80 cells of a terminal', () =>
  expect(documentText(statement('en', [row('payment', 50_000, 500, 50_000)]))).not.toMatch(/.{81}/u));
