import {
  type Accrual,
  exactInterest,
  interestDue,
  openAccrual,
  withDisbursement,
  withPayment,
} from './accrual.ts';
import { type AccrualPiece, accrualPieces } from './accrual-pieces.ts';
import type { CalendarDate } from './dates.ts';
import { type InterestRule, interestRuleOf } from './interest-rule.ts';
import type { DisbursementEvent, PaymentEvent } from './loan-event.ts';
import { type LoanFacts, loanEvents } from './loan-facts.ts';
import { eventsInOrder } from './loan-state.ts';
import { divideHalfAwayFromZero, formatAmountGrouped, type Piastres, piastres } from './money.ts';
import type { RateE4 } from './rate.ts';

/**
 * One line of arithmetic: balance × rate × days ÷ basis = interest. The last line of a posting also says what
 * was carried into it and what rounding did, once, to the sum of its lines.
 */
export interface ExplainLine {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** Principal the interest was counted on. */
  readonly balancePiastres: Piastres;
  readonly annualRateE4: RateE4;
  readonly days: number;
  /** What the days are divided by; null on a line that counts no days. */
  readonly basis: number | null;
  /** Interest in EGP, unrounded, to eight decimals. */
  readonly interest: string;
  /** Interest left unpaid before, due beside this posting's. */
  readonly carriedPiastres: Piastres;
  /** What rounding added (or took, with a minus) at the posting, in EGP to eight decimals. */
  readonly rounding: string;
  readonly note: string;
}

/** How the figures of a loan at a date came about, from its first disbursement on. */
export function explainLoan(facts: LoanFacts, asOf: CalendarDate): ExplainLine[] {
  const events = eventsInOrder(loanEvents(facts, asOf), asOf);
  const first = events[0];
  if (first === undefined) return [];
  const tale = new LoanTale(facts, first.valueDate, first.amountPiastres);
  for (const event of events) {
    if (event.kind === 'disbursement') tale.disburse(event);
    else tale.pay(event);
  }
  tale.close(asOf);
  return tale.lines;
}

/** Follows a loan event by event and writes down the arithmetic. */
class LoanTale {
  readonly lines: ExplainLine[] = [];
  private readonly facts: LoanFacts;
  private readonly start: CalendarDate;
  private readonly rule: InterestRule;
  private accrual: Accrual;

  constructor(facts: LoanFacts, start: CalendarDate, firstAmountPiastres: Piastres) {
    this.facts = facts;
    this.start = start;
    this.rule = interestRuleOf(facts.loan, start, firstAmountPiastres);
    this.accrual = openAccrual(start);
  }

  /** A disbursement closes a piece without rounding; interest goes on at the new balance. */
  disburse(event: DisbursementEvent): void {
    const { valueDate, amountPiastres } = event;
    for (const piece of this.pieces(valueDate)) this.write(piece, {});
    this.accrual = withDisbursement(this.rule, this.accrual, valueDate, amountPiastres);
    this.write(this.nothing(valueDate), {
      note: `disbursement ${event.id} of ${formatAmountGrouped(amountPiastres)}`,
    });
  }

  /** A payment rounds the interest since the last one, once, and pays it before principal. */
  pay(event: PaymentEvent): void {
    const due = interestDue(this.rule, this.accrual, event.valueDate);
    const paid = withPayment(this.accrual, event.valueDate, event.amountPiastres, due);
    const parts = [
      `interest ${formatAmountGrouped(paid.interestPiastres)}`,
      `principal ${formatAmountGrouped(paid.principalPiastres)}`,
      `principal left ${formatAmountGrouped(paid.accrual.principalPiastres)}`,
    ];
    const unpaid = paid.accrual.carriedPiastres;
    if (unpaid > 0) parts.push(`interest left unpaid ${formatAmountGrouped(unpaid)}`);
    const what = `payment ${event.id} of ${formatAmountGrouped(event.amountPiastres)}`;
    this.post(event.valueDate, `${what}: ${parts.join(', ')}`);
    this.accrual = paid.accrual;
  }

  /** What is due at the date asked, not posted yet. */
  close(asOf: CalendarDate): void {
    if (this.accrual.principalPiastres === 0) return;
    if (this.accrual.countedFrom === asOf && this.accrual.exactNumerator === 0n) return;
    this.post(
      asOf,
      `not posted: interest due on ${asOf} ${formatAmountGrouped(interestDue(this.rule, this.accrual, asOf))}`,
    );
  }

  /** Writes the pieces up to a date, the rounding and what it was for on the last of them. */
  private post(date: CalendarDate, note: string): void {
    const pieces = this.pieces(date);
    const last = pieces.pop() ?? this.nothing(date);
    for (const piece of pieces) this.write(piece, {});
    const exact = exactInterest(this.rule, this.accrual, date);
    const rounded = divideHalfAwayFromZero(exact, this.rule.denominator) * this.rule.denominator;
    this.write(last, { note, carriedPiastres: this.accrual.carriedPiastres, rounding: rounded - exact });
  }

  private pieces(date: CalendarDate): AccrualPiece[] {
    const { principalPiastres, countedFrom } = this.accrual;
    if (principalPiastres === 0) return [];
    return accrualPieces(this.facts.loan, this.start, this.rule, principalPiastres, countedFrom, date);
  }

  /** A line on which no day is counted. */
  private nothing(date: CalendarDate): AccrualPiece {
    return { from: date, to: date, days: 0, basis: 0, numerator: 0n, note: '' };
  }

  private write(
    piece: AccrualPiece,
    more: { note?: string; carriedPiastres?: Piastres; rounding?: bigint },
  ): void {
    this.lines.push({
      from: piece.from,
      to: piece.to,
      balancePiastres: this.accrual.principalPiastres,
      annualRateE4: this.facts.loan.annualRateE4,
      days: piece.days,
      basis: piece.basis === 0 ? null : piece.basis,
      interest: exactEgp(piece.numerator, this.rule.denominator),
      carriedPiastres: more.carriedPiastres ?? piastres(0),
      rounding: exactEgp(more.rounding ?? 0n, this.rule.denominator),
      note: [more.note, piece.note].filter((text) => text).join('; '),
    });
  }
}

/** A fraction of piastres in EGP to eight decimals, zeros after the second left out. */
function exactEgp(numerator: bigint, denominator: bigint): string {
  const scaled = divideHalfAwayFromZero(numerator * 1_000_000n, denominator);
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(9, '0');
  const decimals = digits.slice(-8).replace(/0{1,6}$/, '');
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, -8)}.${decimals}`;
}
