/** How a bank's CSV is laid out. */
export interface CsvLayout {
  readonly kind: 'csv';
  readonly headings: keyof typeof HEADINGS;
  readonly balance: boolean;
  /** Opening and closing balance stand above and below the rows. */
  readonly balanceLines: boolean;
  readonly reference: boolean;
  readonly status: boolean;
  readonly valueDate: boolean;
  /** A column nobody maps: the branch. */
  readonly branch: boolean;
  /** One column with a sign, or two. */
  readonly amount: 'sides' | 'signed';
  readonly order: 'oldest' | 'newest' | 'shuffled';
  /** What stands for a reference that is none. */
  readonly placeholder: string;
  readonly text: 'plain' | 'spaced' | 'upper';
  readonly delimiter: ',' | ';' | '\t';
  readonly dates: 'iso' | 'slashed';
  /** `short`: trailing zeros lost, as a spreadsheet saves; `grouped`: thousands apart. */
  readonly amounts: 'plain' | 'short' | 'grouped';
  readonly quotes: 'needed' | 'all';
  readonly marked: boolean;
  /** What stands in the cell of the side money did not go. */
  readonly blank: '' | '-' | '0.00';
  readonly saved: 'text' | 'xlsx' | 'ods';
  readonly account: 'above' | 'column' | 'source' | 'unsaid';
}

export interface CamtLayout {
  readonly kind: 'camt';
  readonly version: '02' | '04' | '08' | '13';
  /** camt.052 before the day is over. */
  readonly intraday: boolean;
  readonly balances: boolean;
  /** A statement of each day in one file. */
  readonly daily: boolean;
  /** References stand in the entry or in its details. */
  readonly referenceIn: 'entry' | 'details' | 'both';
  readonly placeholder: string;
  /** A movement taken back repeats the direction of the original: banks differ. */
  readonly repeats: boolean;
  readonly text: 'plain' | 'spaced' | 'upper';
}

export interface MtLayout {
  readonly kind: 'mt940';
  /** MT942 before the day is over. */
  readonly intraday: boolean;
  readonly balances: boolean;
  /** A statement of each day in one file. */
  readonly daily: boolean;
  readonly envelope: boolean;
  readonly placeholder: string;
  readonly repeats: boolean;
  readonly text: 'plain' | 'spaced' | 'upper';
}

/** Payments as staff prepare them. */
export interface OwnLayout {
  readonly kind: 'own' | 'jsonl';
  readonly reference: boolean;
}

export type Layout = CsvLayout | CamtLayout | MtLayout | OwnLayout;

/** The headings of banks; one bank may have several, as its systems change. */
export const HEADINGS = {
  english: {
    date: 'Date',
    valueDate: 'Value Date',
    text: 'Description',
    reference: 'Reference',
    debit: 'Debit',
    credit: 'Credit',
    amount: 'Amount',
    balance: 'Balance',
    status: 'Status',
    account: 'Account number',
    branch: 'Branch',
  },
  portal: {
    date: 'Transaction Date',
    valueDate: 'Value Date',
    text: 'Transaction Details',
    reference: 'Transaction Ref',
    debit: 'Debit',
    credit: 'Credit',
    amount: 'Transaction amount',
    balance: 'Ledger Balance',
    status: 'Transaction status',
    account: 'Account no',
    branch: 'Channel',
  },
  app: {
    date: 'Posting date',
    valueDate: 'Effective date',
    text: 'Narration',
    reference: 'Reference No',
    debit: 'Withdrawals',
    credit: 'Deposits',
    amount: 'Amount',
    balance: 'Running balance',
    status: 'Status',
    account: 'Account number',
    branch: 'Teller',
  },
  arabic: {
    date: 'التاريخ',
    valueDate: 'تاريخ الحق',
    text: 'البيان',
    reference: 'رقم المرجع',
    debit: 'مدين',
    credit: 'دائن',
    amount: 'المبلغ',
    balance: 'الرصيد',
    status: 'الحالة',
    account: 'رقم الحساب',
    branch: 'الفرع',
  },
} as const;

export const STATUS_WORDS = {
  booked: 'Completed',
  pending: 'Pending',
  failed: 'Failed',
  reversed: 'Reversed',
};

/** References that are none. */
export const PLACEHOLDERS = [
  '',
  '-',
  '--',
  '0',
  'N/A',
  'NONREF',
  'NOTPROVIDED',
  'none',
  'لا يوجد',
  'InstaPay',
] as const;

/** Whether files of it state the balance beside each row. */
export function statesBalances(layout: Layout): boolean {
  return layout.kind === 'csv' && layout.balance;
}
