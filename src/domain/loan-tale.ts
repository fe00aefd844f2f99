import { type Accrual, exactInterest, openAccrual, withDisbursement, withPayment } from './accrual.ts';
import { type AccrualPiece, accrualPieces } from './accrual-pieces.ts';
import type { CalendarDate } from './dates.ts';
import { type ExplainLine, exactEgp } from './explain-line.ts';
import { type InterestRule, interestRuleOf } from './interest-rule.ts';
import { PENALTY_DENOMINATOR, type PenaltyPiece } from './late-fees.ts';
import type { LoanTerms } from './loan-terms.ts';
import { divideHalfAwayFromZero, formatAmountGrouped, type Piastres, piastres } from './money.ts';

/** What one payment paid, as far as the arithmetic goes on from it. */
export interface ToldPayment {
  readonly date: CalendarDate;
  readonly interestPiastres: Piastres;
  readonly principalPiastres: Piastres;
}

/** Follows a loan event by event and writes down the arithmetic. */
export class LoanTale {
  readonly lines: ExplainLine[] = [];
  private readonly terms: LoanTerms;
  private readonly start: CalendarDate;
  private readonly rule: InterestRule;
  private accrual: Accrual;
  /** Lines that count days since interest was last rounded. */
  private open = 0;

  constructor(terms: LoanTerms, start: CalendarDate, firstAmountPiastres: Piastres) {
    this.terms = terms;
    this.start = start;
    this.rule = interestRuleOf(terms, start, firstAmountPiastres);
    this.accrual = openAccrual(start);
  }

  /** A disbursement closes a piece without rounding; interest goes on at the new balance. */
  disburse(date: CalendarDate, amountPiastres: Piastres, note: string): void {
    for (const piece of this.pieces(date)) this.write(piece, {});
    this.accrual = withDisbursement(this.rule, this.accrual, date, amountPiastres);
    this.remark(date, note);
  }

  /** A payment rounds the interest since the last one, once, and pays it before principal. */
  pay(paid: ToldPayment, what: string, more: readonly string[] = []): void {
    const { date, interestPiastres, principalPiastres } = paid;
    const due = this.due(date);
    const amount = piastres(interestPiastres + principalPiastres);
    const { accrual } = withPayment(this.accrual, date, amount, due);
    const parts = [
      ...more,
      `interest ${formatAmountGrouped(interestPiastres)}${this.sumOf(date)}`,
      `principal ${formatAmountGrouped(principalPiastres)}`,
      `principal left ${formatAmountGrouped(accrual.principalPiastres)}`,
    ];
    const unpaid = accrual.carriedPiastres;
    if (unpaid > 0) parts.push(`interest left unpaid ${formatAmountGrouped(unpaid)}`);
    this.post(date, `${what}: ${parts.join(', ')}`);
    this.accrual = accrual;
    this.open = 0;
  }

  /** A write-off gives all principal up; what accrued until then is asked for no more. */
  writeOff(date: CalendarDate, what: (amountPiastres: Piastres) => string): void {
    const { principalPiastres } = this.accrual;
    const dropped = formatAmountGrouped(this.due(date));
    this.post(
      date,
      `${what(principalPiastres)}: interest stops, ${dropped} due and not paid is not asked for any more`,
    );
    this.accrual = openAccrual(date);
    this.open = 0;
  }

  /** What is due at the date asked, not posted yet. */
  close(date: CalendarDate): void {
    if (this.accrual.principalPiastres === 0 && this.accrual.carriedPiastres === 0) return;
    if (this.accrual.countedFrom === date && this.accrual.exactNumerator === 0n) return;
    const due = formatAmountGrouped(this.due(date));
    this.post(date, `not posted: interest due on ${date} ${due}${this.sumOf(date)}`);
  }

  /** A small rest is given up after a payment. */
  release(date: CalendarDate, note: string): void {
    this.remark(date, note);
    this.accrual = openAccrual(date);
    this.open = 0;
  }

  /** Days of penalty interest on what was overdue; nothing of it is the loan's own interest. */
  penalty({ from, to, overduePiastres, annualRateE4, days }: PenaltyPiece): void {
    const numerator = BigInt(overduePiastres) * BigInt(annualRateE4) * BigInt(days);
    this.lines.push({
      from,
      to,
      balancePiastres: overduePiastres,
      annualRateE4,
      days,
      basis: 365,
      interest: exactEgp(numerator, PENALTY_DENOMINATOR),
      carriedPiastres: piastres(0),
      rounding: exactEgp(0n, 1n),
      note: 'penalty interest on what is overdue; a fee, rounded when it is paid',
    });
  }

  /** A line that counts nothing and says something. */
  remark(date: CalendarDate, note: string): void {
    this.write({ from: date, to: date, days: 0, basis: 0, numerator: 0n, note: '' }, { note });
  }

  private due(date: CalendarDate): Piastres {
    return piastres(this.accrual.carriedPiastres + Number(this.rounded(date)));
  }

  /** Interest since it was last rounded, in whole piastres. */
  private rounded(date: CalendarDate): bigint {
    return divideHalfAwayFromZero(exactInterest(this.rule, this.accrual, date), this.rule.denominator);
  }

  /** How the interest due is made up, where more than one line and nothing carried makes it. */
  private sumOf(date: CalendarDate): string {
    const lines = this.open + this.pieces(date).length;
    const carried = this.accrual.carriedPiastres;
    if (lines < 2 && carried === 0) return '';
    const exact = exactEgp(exactInterest(this.rule, this.accrual, date), this.rule.denominator);
    const fresh = formatAmountGrouped(piastres(Number(this.rounded(date))));
    const sum = lines < 2 ? fresh : `${fresh}, the ${lines} lines since the last rounding being ${exact}`;
    return ` (due: ${carried === 0 ? '' : `carried ${formatAmountGrouped(carried)} + `}${sum})`;
  }

  /** Writes the pieces up to a date, the rounding and what it was for on the last of them. */
  private post(date: CalendarDate, note: string): void {
    const pieces = this.pieces(date);
    const last = pieces.pop() ?? { from: date, to: date, days: 0, basis: 0, numerator: 0n, note: '' };
    for (const piece of pieces) this.write(piece, {});
    const exact = exactInterest(this.rule, this.accrual, date);
    const rounded = this.rounded(date) * this.rule.denominator;
    this.write(last, { note, carriedPiastres: this.accrual.carriedPiastres, rounding: rounded - exact });
  }

  private pieces(date: CalendarDate): AccrualPiece[] {
    const { principalPiastres, countedFrom } = this.accrual;
    if (principalPiastres === 0) return [];
    return accrualPieces(this.terms, this.start, this.rule, principalPiastres, countedFrom, date);
  }

  private write(
    piece: AccrualPiece,
    more: { note?: string; carriedPiastres?: Piastres; rounding?: bigint },
  ): void {
    if (piece.basis !== 0) this.open += 1;
    this.lines.push({
      from: piece.from,
      to: piece.to,
      balancePiastres: this.accrual.principalPiastres,
      annualRateE4: this.terms.annualRateE4,
      days: piece.days,
      basis: piece.basis === 0 ? null : piece.basis,
      interest: exactEgp(piece.numerator, this.rule.denominator),
      carriedPiastres: more.carriedPiastres ?? piastres(0),
      rounding: exactEgp(more.rounding ?? 0n, this.rule.denominator),
      note: [more.note, piece.note].filter((text) => text).join('; '),
    });
  }
}
