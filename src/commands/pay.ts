import type { OperationInput, OperationOutput } from '../contract/operation-types.ts';
import type { Problem } from '../contract/problem.ts';
import { formatAmountGrouped, piastres } from '../domain/money.ts';
import { isRealReference } from '../domain/real-reference.ts';
import type { CommandDefinition, CommandInput, Deps } from '../shell/command-definition.ts';
import { carryOut } from './carry-out.ts';
import { changesInWords, changesNotAskedAbout } from './corrections-in-words.ts';
import { loanInWords } from './named-in-questions.ts';
import { SPLIT_COLUMNS } from './pay/split-columns.ts';
import { given, plainAmount, switchOption, textOption } from './typed-values.ts';

type Booked = OperationOutput<'payments.create'>;

/** `pay LOAN`: books a repayment. */
export const command: CommandDefinition = {
  path: ['pay'],
  says: 'Book a repayment; it is split into interest and principal by itself.',
  args: [
    {
      name: 'LOAN',
      says: 'id of the loan or of its application',
      required: true,
      of: 'loan',
      ids: 'loan-active',
    },
  ],
  options: [
    {
      flag: '--amount',
      value: { name: 'N|payoff|due', kind: 'amount', words: ['payoff', 'due'] },
      says: 'amount in EGP; payoff settles the loan, due pays the arrears or the next installment',
      asks: 'Amount in EGP, or payoff or due',
      offers: async (input, deps) => ((await owed(input, deps)).due ? 'due' : null),
      mends: ['overpayment'],
      field: 'payment_amount',
      required: true,
    },
    {
      flag: '--date',
      value: { name: 'DATE', kind: 'date' },
      says: 'booking date (default: the business date)',
      offers: async (_, deps) => deps.today(),
      mends: ['date_in_future', 'date_before_disbursement', 'period_closed'],
      field: 'payment_date',
    },
    {
      flag: '--method',
      value: { name: 'METHOD', kind: 'choice', choices: ['auto_debit', 'manual_transfer', 'revenue_share'] },
      says: 'how the money came',
      asks: 'How did the money come?',
      field: 'payment_method',
      required: true,
    },
    {
      flag: '--reference',
      value: { name: 'TEXT', kind: 'text' },
      says: "the bank's own reference; the same one again books nothing twice",
      asks: "The bank's own reference, or Enter for none",
      offers: async () => '',
      mends: ['reference_conflict'],
      field: 'payment_reference',
    },
    {
      flag: '--again',
      says: 'book anew a payment whose reference is that of a reversed one',
      field: 'again',
    },
  ],
  examples: [
    {
      line: 'loandesk pay LN-7K3QX9B23 --amount due --method manual_transfer --reference FT26001',
      says: 'what is due today',
    },
    { line: 'loandesk pay LN-7K3QX9B23 --amount payoff --method auto_debit --dry-run', says: 'look first' },
  ],
  writes: true,
  beforeAsking: { flags: ['--amount'], tell: whatIsOwed },
  calls: ['loans.get', 'loans.payments', 'loans.payoff', 'loans.schedule', 'payments.create'],
  columns: () => COLUMNS,
  async run(input, deps) {
    const loanId = input.args[0] ?? '';
    const date = textOption(input, 'date') ?? deps.today();
    const typed = textOption(input, 'amount') ?? '';
    const paid = {
      loan_id: loanId,
      payment_date: date,
      payment_method: textOption(input, 'method') ?? '',
      ...given({ payment_reference: textOption(input, 'reference') }),
      ...(switchOption(input, 'again') ? { again: true } : {}),
      // A server of another make knows no such field, and releases nothing.
      ...(typed === 'payoff' && (await (await deps.backend()).isOurs?.()) !== false
        ? { as_payoff: true }
        : {}),
    };
    const booked = isWord(typed) ? await bookedAlready(paid, deps) : null;
    const amount = booked ?? (await amountToBook(loanId, typed, date, deps));
    if (typeof amount !== 'string') return { ok: false, problem: amount };
    const request = { ...paid, payment_amount: amount };
    if (isWord(typed) && amount === '0')
      return { ok: false, problem: await whyNothing(request, typed, deps) };
    const done = await carryOut(deps, 'payments.create', request, async (plan) =>
      asking(plan, await loanInWords(plan.loan_id, deps)),
    );
    if (!done.ok) return done;
    return {
      ok: true,
      data: done.value,
      view: { shape: 'record', columns: COLUMNS },
      notices: noticesOf(done.value, deps),
      changedNothing: done.value.replayed,
    };
  },
};

const COLUMNS = [
  { key: 'payment_id', title: 'Payment', kind: 'id' },
  { key: 'loan_id', title: 'Loan', kind: 'id' },
  { key: 'payment_amount', title: 'Amount', kind: 'money' },
  { key: 'payment_date', title: 'Date', kind: 'date' },
  { key: 'payment_method', title: 'Method', kind: 'text' },
  { key: 'payment_reference', title: 'Reference', kind: 'id' },
  ...SPLIT_COLUMNS,
  { key: 'replayed', title: 'Booked before', kind: 'boolean' },
  { key: 'corrections', title: 'Payments changed', kind: 'integer' },
] as const;

function isWord(typed: string): typed is 'payoff' | 'due' {
  return typed === 'payoff' || typed === 'due';
}

/**
 * The amount of the payment this reference stands for already, when it was made on the same date by the same method:
 * what a word meant then is what it means when the line is typed again. null: there is none.
 */
async function bookedAlready(
  paid: Omit<OperationInput<'payments.create'>, 'payment_amount'>,
  deps: Deps,
): Promise<string | null> {
  const { loan_id, payment_date, payment_method, payment_reference = null } = paid;
  if (payment_reference === null || !isRealReference(payment_reference)) return null;
  const backend = await deps.backend();
  const payments = await backend.call('loans.payments', { loan_id });
  // What is wrong with the loan, or not offered, is said by the steps that follow.
  if (!payments.ok) return null;
  const same = payments.value.find(
    (one) =>
      one.payment_reference === payment_reference &&
      one.status === 'posted' &&
      one.payment_date === payment_date &&
      one.payment_method === payment_method,
  );
  return same === undefined ? null : String(same.payment_amount);
}

/** Why there is nothing to book: what the operation refuses a payment for, else that nothing is owed. */
async function whyNothing(
  request: OperationInput<'payments.create'>,
  word: 'payoff' | 'due',
  deps: Deps,
): Promise<Problem> {
  const backend = await deps.backend();
  const answer = await backend.call('payments.create', request, { dryRun: true, rehearsal: !deps.dryRun });
  const amountAlone =
    answer.ok || (answer.problem.errors ?? []).some(({ pointer }) => pointer === '/payment_amount');
  if (!answer.ok && !amountAlone) return answer.problem;
  return {
    code: 'overpayment',
    detail: `nothing is ${word === 'due' ? 'due' : 'owed'} on loan ${request.loan_id} on ${request.payment_date}`,
    hint: `See it: loandesk loan show ${request.loan_id} --as-of ${request.payment_date}`,
  };
}

/** Turns `payoff` and `due` into figures at the payment's date. */
async function amountToBook(
  loanId: string,
  typed: string,
  date: string,
  deps: Deps,
): Promise<string | Problem> {
  if (!isWord(typed)) return plainAmount(typed);
  const backend = await deps.backend();
  if (typed === 'payoff') {
    const payoff = await backend.call('loans.payoff', { loan_id: loanId, as_of: date });
    return payoff.ok ? String(payoff.value.payoff_amount) : payoff.problem;
  }
  if ((await backend.isOurs?.()) === false) {
    const detail = `${backend.describedAs} does not offer what is due on a loan.`;
    return { code: 'not_offered', detail, hint: 'Give the amount in EGP.' };
  }
  const loan = await backend.call('loans.get', { loan_id: loanId, as_of: date });
  if (loan.ok && loan.value.written_off_on !== null) return nothingDue(loan.value);
  const schedule = await backend.call('loans.schedule', { loan_id: loanId, as_of: date });
  return schedule.ok ? String(schedule.value.due_amount) : schedule.problem;
}

/** Why there is nothing due on a loan that was written off, and what to ask for instead. */
function nothingDue(loan: OperationOutput<'loans.get'>): Problem {
  return {
    code: 'loan_written_off',
    detail: `Nothing is due on loan ${loan.loan_id}: it was written off on ${loan.written_off_on}.`,
    hint: `Give an amount, or --amount payoff for the ${money(loan.payoff_amount)} EGP not recovered.`,
  };
}

/** What is due and what would settle the loan on the payment's date; null where that cannot be read. */
async function owed(input: CommandInput, deps: Deps) {
  const asked = { loan_id: input.args[0] ?? '', as_of: textOption(input, 'date') ?? deps.today() };
  const backend = await deps.backend();
  const isOurs = (await backend.isOurs?.()) !== false;
  const schedule = isOurs ? await backend.call('loans.schedule', asked) : null;
  const payoff = isOurs ? await backend.call('loans.payoff', asked) : null;
  return {
    due: schedule?.ok === true ? schedule.value.due_amount : null,
    payoff: payoff?.ok === true ? payoff.value.payoff_amount : null,
    on: asked.as_of,
  };
}

/** What a person reads before typing the amount. */
async function whatIsOwed(input: CommandInput, deps: Deps): Promise<readonly string[]> {
  const { due, payoff, on } = await owed(input, deps);
  if (due === null || payoff === null) return [];
  const loanId = input.args[0] ?? '';
  const loan = await (await deps.backend()).call('loans.get', { loan_id: loanId, as_of: on });
  const next = loan.ok && loan.value.arrears_amount === 0 ? loan.value.next_payment_due_date : null;
  const what = next === null || next <= on ? 'due' : `next installment, due on ${next},`;
  const writtenOffOn = loan.ok ? loan.value.written_off_on : null;
  const told =
    (writtenOffOn ?? null) === null
      ? `${what} ${money(due)} EGP, payoff ${money(payoff)} EGP.`
      : `written off on ${writtenOffOn}, nothing is due, payoff ${money(payoff)} EGP.`;
  return [`${await loanInWords(loanId, deps)} on ${on}: ${told}`];
}

function toPiastres(amount: number): number {
  return Math.round(amount * 100);
}

function asking(plan: Booked, loan: string) {
  const doubts = doubtsOf(plan);
  return {
    summary: [
      `${money(plan.payment_amount)} EGP on ${plan.payment_date} for ${loan}: interest ${money(plan.interest_amount)}, principal ${money(plan.principal_amount)}${besides(plan)}, remaining balance ${money(plan.remaining_balance)}.`,
      ...changesInWords(plan),
      ...(plan.replayed ? ['This reference is booked already; nothing will be posted.'] : []),
      ...doubts.map((doubt) => `But ${doubt}.`),
    ],
    question: doubts.length === 0 ? 'Book this payment?' : 'Book it a second time?',
    defaultYes: doubts.length === 0,
  };
}

/** Fees, what is kept as credit or released, and what was written off before; only where there is any. */
function besides({ fee_amount, credit_amount, recovered_amount, released_amount }: Booked): string {
  const fees = (fee_amount ?? 0) > 0 ? `, fees ${money(fee_amount)}` : '';
  const recovered = (recovered_amount ?? 0) > 0 ? ' (recovered of what was written off)' : '';
  const credit = (credit_amount ?? 0) > 0 ? `, kept as credit ${money(credit_amount)}` : '';
  const released = (released_amount ?? 0) > 0 ? `, small rest released ${money(released_amount)}` : '';
  return `${recovered}${fees}${credit}${released}`;
}

/** Why the same money may be booked already. A server of another make says nothing of it. */
function doubtsOf(booked: Booked): string[] {
  const twin = booked.equal_payment_id ?? null;
  const other = booked.reference_on_other_loan ?? null;
  return [
    ...(twin === null ? [] : [`the same amount is booked for this loan and day already: ${twin}`]),
    ...(other === null
      ? []
      : [
          `the same reference and amount stand on another loan already: payment ${other.payment_id} of ${other.payment_date} on ${other.loan_id}`,
        ]),
  ];
}

function noticesOf(booked: Booked, deps: Deps): string[] {
  if (booked.replayed && !deps.dryRun)
    return [`Payment ${booked.payment_id} was booked before; nothing was posted.`];
  const doubts = deps.dryRun || deps.assumeYes ? doubtsOf(booked) : [];
  return [...changesNotAskedAbout(booked, deps), ...doubts.map((doubt) => `warning: ${doubt}`)];
}

function money(amount: number): string {
  return formatAmountGrouped(piastres(toPiastres(amount)));
}
