import {
  type DocumentLanguage,
  framed,
  type Letterhead,
  loanFields,
  type PrintedLoan,
  wordFor,
  wordsOf,
} from './document-frame.ts';
import type { DocumentWords } from './document-words.ts';
import { amountInWords, figure, moneyCell, piastresOf, wordCell } from './printed-cells.ts';
import type {
  PrintedDocument,
  PrintedField,
  PrintedRow,
  PrintedTable,
  PrintedTotal,
} from './printed-document.ts';

interface InstallmentRow {
  readonly number: number;
  readonly due_date: string;
  readonly installment_amount: number;
  readonly principal_amount: number;
  readonly interest_amount: number;
  readonly balance: number;
}

/** A schedule as `loan schedule` and `loan quote` answer it. */
interface PrintedSchedule {
  readonly total_interest: number;
  readonly total_payment: number;
  readonly effective_annual_rate: number;
  readonly day_count: string;
  readonly repayment_style: string;
  readonly late_fee?: { readonly amount: number; readonly after_days: number } | null;
  readonly penalty_rate?: number | null;
  /** Of a loan; absent from a quote. */
  readonly payouts?: readonly { readonly date: string; readonly amount: number }[];
  readonly installments: readonly (InstallmentRow & {
    readonly status?: string;
    readonly paid_amount?: number;
  })[];
}

/** A quote: the schedule with what was asked. */
export interface PrintedQuote extends PrintedSchedule {
  readonly installment_amount: number;
  readonly amount: number;
  readonly interest_rate: number;
  readonly term_months: number;
  readonly grace_months: number;
  readonly start_date: string;
}

/** A loan's installments and what became of each. */
export function scheduleDocument(
  loan: PrintedLoan,
  schedule: PrintedSchedule,
  letterhead: Letterhead,
  language: DocumentLanguage,
): PrintedDocument {
  const words = wordsOf(language);
  const { label } = words;
  return framed(letterhead, language, {
    title: words.title.schedule,
    fields: [
      ...loanFields(loan, words),
      ...scheduleFields(schedule, words),
      { label: label.asOf, value: figure(loan.as_of) },
      { label: label.status, value: wordFor(words.loanStatus, loan.payment_status) },
    ],
    table: installmentTable(schedule, words, true),
    totals: scheduleTotals(schedule, words, language),
    notes: [
      ...(loan.maturity_date === null ? [words.previewNote] : []),
      ...latePaymentNotes(schedule, words),
    ],
  });
}

/** The installments a loan would have. */
export function quoteDocument(
  quote: PrintedQuote,
  letterhead: Letterhead,
  language: DocumentLanguage,
): PrintedDocument {
  const words = wordsOf(language);
  const { label } = words;
  return framed(letterhead, language, {
    title: words.title.quote,
    fields: [
      { label: label.amount, value: { ...moneyCell(quote.amount), aligned: 'start' } },
      { label: label.startDate, value: figure(quote.start_date) },
      { label: label.rate, value: figure(`${quote.interest_rate} %`) },
      { label: label.term, value: figure(String(quote.term_months)) },
      ...(quote.grace_months === 0
        ? []
        : [{ label: label.grace, value: figure(String(quote.grace_months)) }]),
      ...scheduleFields(quote, words),
    ],
    table: installmentTable(quote, words, false),
    totals: [
      {
        label: label.installment,
        value: moneyCell(quote.installment_amount),
        inWords: amountInWords(quote.installment_amount, language),
      },
      ...scheduleTotals(quote, words, language),
    ],
    notes: [...latePaymentNotes(quote, words), words.quoteNote],
  });
}

function scheduleFields(schedule: PrintedSchedule, words: DocumentWords): PrintedField[] {
  const { label } = words;
  return [
    { label: label.style, value: wordFor(words.style, schedule.repayment_style) },
    { label: label.dayCount, value: wordFor(words.dayCount, schedule.day_count) },
    { label: label.effectiveRate, value: figure(`${schedule.effective_annual_rate} %`) },
  ];
}

/** What comes of paying late, where the policy says anything. */
function latePaymentNotes({ late_fee, penalty_rate }: PrintedSchedule, words: DocumentWords): string[] {
  const fee = late_fee ?? null;
  const penalty = penalty_rate ?? null;
  return [
    ...(fee === null ? [] : [words.lateFeeNote(moneyCell(fee.amount).text, fee.after_days)]),
    ...(penalty === null ? [] : [words.penaltyNote(String(penalty))]),
  ];
}

function installmentTable(
  { installments, payouts = [] }: PrintedSchedule,
  words: DocumentWords,
  withStatus: boolean,
): PrintedTable {
  const { label } = words;
  const start = (text: string) => ({ text, aligned: 'start' as const });
  const end = (text: string) => ({ text, aligned: 'end' as const });
  return {
    titles: [
      end(label.number),
      start(label.dueDate),
      end(label.installment),
      end(label.principal),
      end(label.interest),
      end(label.balance),
      ...(withStatus ? [end(label.paid), start(label.status)] : []),
    ],
    rows: installments.flatMap((row, index) => [
      ...laterPayouts(payouts, installments[index - 1]?.due_date ?? '', row.due_date).map((payout) =>
        payoutRow(payout, words, withStatus),
      ),
      installmentRow(row, words, withStatus),
    ]),
    foot: sums(installments, words, withStatus),
    empty: words.noInstallment,
  };
}

/** Payouts after the first, from one due date until before the next. */
function laterPayouts(payouts: NonNullable<PrintedSchedule['payouts']>, from: string, until: string) {
  return payouts.slice(1).filter(({ date }) => date >= from && date < until);
}

/** A later payout among the installments, with what it adds. */
function payoutRow(
  { date, amount }: NonNullable<PrintedSchedule['payouts']>[number],
  words: DocumentWords,
  withStatus: boolean,
): PrintedRow {
  const nothing = figure('', 'end');
  return {
    struck: false,
    cells: [
      nothing,
      figure(date),
      nothing,
      moneyCell(amount),
      nothing,
      nothing,
      ...(withStatus ? [nothing, wordCell(words.label.paidOutOn)] : []),
    ],
  };
}

function installmentRow(
  row: PrintedSchedule['installments'][number],
  words: DocumentWords,
  withStatus: boolean,
): PrintedRow {
  return {
    struck: false,
    cells: [
      figure(String(row.number), 'end'),
      figure(row.due_date),
      moneyCell(row.installment_amount),
      moneyCell(row.principal_amount),
      moneyCell(row.interest_amount),
      moneyCell(row.balance),
      ...(withStatus
        ? [moneyCell(row.paid_amount ?? 0), wordFor(words.installmentStatus, row.status ?? '')]
        : []),
    ],
  };
}

function sums(
  rows: PrintedSchedule['installments'],
  words: DocumentWords,
  withStatus: boolean,
): PrintedRow | null {
  if (rows.length === 0) return null;
  const sum = (of: (row: PrintedSchedule['installments'][number]) => number) =>
    moneyCell(rows.reduce((total, row) => total + piastresOf(of(row)), 0) / 100);
  return {
    struck: false,
    cells: [
      wordCell(words.label.total),
      figure(''),
      sum((row) => row.installment_amount),
      sum((row) => row.principal_amount),
      sum((row) => row.interest_amount),
      figure('', 'end'),
      ...(withStatus ? [sum((row) => row.paid_amount ?? 0), figure('')] : []),
    ],
  };
}

function scheduleTotals(
  schedule: PrintedSchedule,
  words: DocumentWords,
  language: DocumentLanguage,
): PrintedTotal[] {
  const { label } = words;
  return [
    { label: label.totalInterest, value: moneyCell(schedule.total_interest), inWords: null },
    {
      label: label.totalPayment,
      value: moneyCell(schedule.total_payment),
      inWords: amountInWords(schedule.total_payment, language),
    },
  ];
}
