/** One step of the demo: what is said, then the line that is run. */
export interface Step {
  readonly says: string;
  /**
   * The words after `loandesk`. `APP`, `LN` and `REF` stand for the ids earlier steps printed, `FILE` for the
   * sample data.
   */
  readonly line: readonly string[];
  readonly businessDate: string;
  /** The exit code it is to end with; 0 when absent. */
  readonly exitCode?: number;
}

/** The life of a loan, in the order it happens. */
export const STORY: readonly Step[] = [
  {
    says: 'Nile Crafts sells handmade goods on the web. Its orders of the last 15 months come in first.',
    line: ['merchants', 'import', 'FILE'],
    businessDate: '2026-03-01',
  },
  {
    says: 'Mona Adel, who owns it, asks for 50,000 EGP to stock up for the summer.',
    line: [
      'apply',
      ...['--merchant-id', 'nile-crafts', '--business-name', 'Nile Crafts', '--amount', '50,000'],
      ...['--purpose', 'inventory', '--monthly-sales', '125,000', '--platform', 'platform_a', '--term', '6'],
    ],
    businessDate: '2026-03-01',
  },
  {
    says: 'The assessment rests on the orders themselves. Every point of the score says where it comes from.',
    line: ['assess', 'APP', '--explain'],
    businessDate: '2026-03-01',
  },
  {
    says: 'What would it cost her? A quote needs no ledger and changes nothing.',
    line: ['loan', 'quote', '--amount', '50,000', '--rate', '23', '--term', '6', '--date', '2026-03-02'],
    businessDate: '2026-03-01',
  },
  {
    says: 'The officer approves. An approval makes the loan; the recommendation stays beside it for ever.',
    line: ['decide', 'APP', '--approve', '--amount', '50,000', '--rate', '23', '--term', '6', '--yes'],
    businessDate: '2026-03-02',
  },
  {
    says: 'The money goes out. loandesk records it; the bank sends it.',
    line: [
      'disburse',
      'LN',
      ...['--account', 'EG380019000500000000263180002', '--method', 'bank_transfer', '--yes'],
    ],
    businessDate: '2026-03-02',
  },
  {
    says: 'The first installment arrives on its due date and is split by itself.',
    line: ['pay', 'LN', '--amount', 'due', '--method', 'auto_debit', '--reference', 'FT26092', '--yes'],
    businessDate: '2026-04-02',
  },
  {
    says: 'The same transfer is typed in again by mistake. The bank reference is known: nothing is posted twice.',
    line: ['pay', 'LN', '--amount', '8,901.20', '--method', 'auto_debit', '--reference', 'FT26092', '--yes'],
    businessDate: '2026-04-02',
  },
  {
    says: 'May passes without a payment. The loan is overdue, by one rule, on every screen and for any date.',
    line: ['loan', 'show', 'LN'],
    businessDate: '2026-05-12',
  },
  {
    says: 'Mona pays ten days late, and more than was due. Interest is counted to the day, and never compounds.',
    line: [
      'pay',
      'LN',
      '--amount',
      '12,000',
      '--method',
      'manual_transfer',
      '--reference',
      'FT26132',
      '--yes',
    ],
    businessDate: '2026-05-12',
  },
  {
    says: 'Where does a figure come from? Balance x rate x days / basis: anyone can check it with a calculator.',
    line: ['loan', 'explain', 'LN'],
    businessDate: '2026-05-20',
  },
  {
    says: 'A slip of the keyboard: more than she owes. It is refused with the figure, and nothing is written.',
    line: ['pay', 'LN', '--amount', '92,000', '--method', 'manual_transfer', '--yes'],
    businessDate: '2026-06-10',
    exitCode: 3,
  },
  {
    says: 'Business is good. She settles the loan early: the payoff is what is owed to that day, no more.',
    line: [
      'pay',
      'LN',
      '--amount',
      'payoff',
      '--method',
      'manual_transfer',
      '--reference',
      'FT26161',
      '--yes',
    ],
    businessDate: '2026-06-10',
  },
  {
    says: 'Paid off. And the past is still there: the account as it stood on the day it was overdue.',
    line: ['loan', 'payments', 'LN'],
    businessDate: '2026-06-10',
  },
  {
    says: '',
    line: ['loan', 'show', 'LN', '--as-of', '2026-05-11'],
    businessDate: '2026-06-10',
  },
  {
    says: 'Every entry is chained by hash. Anyone who changed a piastre in the file would be found here.',
    line: ['ledger', 'verify'],
    businessDate: '2026-06-10',
  },
];
