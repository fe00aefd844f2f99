import { type CalendarDate, earlierOf, laterOf } from '../../domain/dates.ts';
import { textOfUnits, unitsOf } from '../../domain/decimal-units.ts';
import type { BankStatementRecord } from '../../store/receipt-records.ts';
import { accountForm } from './bank-account.ts';
import { isOfRejected } from './corrected-file.ts';
import type { FilePlan } from './file-plan.ts';
import { statedSpan } from './imported-statements.ts';

/** What is kept of the statements of a file, those of a bank's account. */
export function statementRecords(plan: FilePlan, batchId: string): readonly BankStatementRecord[] {
  // Rows that were refused, corrected, are of a statement that is kept already.
  if (isOfRejected(plan.file)) return [];
  const kept = plan.statements.filter(({ number }) => plan.newRows > 0 || plan.quiet.has(number));
  const own = kept.flatMap((one) => statementRecord(one, batchId) ?? []);
  return [...own, ...inOtherCurrencies(plan, own)];
}

function statementRecord(
  statement: FilePlan['statements'][number],
  batchId: string,
): BankStatementRecord | null {
  const { account, end, number, intraday } = statement;
  if (account === null || !end.currency) return null;
  return {
    batchId,
    number,
    account: accountForm(account),
    currency: end.currency,
    ...statedSpan(statement),
    creditCount: end.credits.count,
    creditSum: end.credits.sum,
    debitCount: end.debits.count,
    debitSum: end.debits.sum,
    intraday: intraday ? 1 : 0,
  };
}

/**
 * A CSV may mix currencies, and its balances are of one. What it says of each other one is a statement without balances,
 * so that those rows too are held against what was said.
 */
function inOtherCurrencies(
  { rows, statements }: FilePlan,
  own: readonly BankStatementRecord[],
): readonly BankStatementRecord[] {
  if (own.length === 0) return [];
  const byNumber = new Map(own.map((one) => [one.number, one]));
  const others = new Map<string, Movements>();
  for (const { part } of rows) {
    const of = byNumber.get(part.statement);
    if (of === undefined || part.currency === of.currency || part.status !== 'booked') continue;
    const name = `${part.statement} ${part.currency}`;
    const movements = others.get(name) ?? new Movements(of, part.currency);
    others.set(name, movements);
    movements.see(part.direction, part.amount, part.booking_date as CalendarDate);
  }
  const last = Math.max(0, ...statements.map(({ number }) => number));
  return [...others.values()].map((movements, at) => movements.record(last + 1 + at));
}

/** The movements of a statement in a currency that is not its own. */
class Movements {
  readonly #of: BankStatementRecord;
  readonly #currency: string;
  readonly #counts = { credit: 0, debit: 0 };
  readonly #units = { credit: 0n, debit: 0n };
  #firstDate: CalendarDate | null = null;
  #lastDate: CalendarDate | null = null;

  constructor(of: BankStatementRecord, currency: string) {
    this.#of = of;
    this.#currency = currency;
  }

  see(direction: 'credit' | 'debit', amount: string, date: CalendarDate): void {
    this.#counts[direction] += 1;
    this.#units[direction] += unitsOf(amount);
    this.#firstDate = this.#firstDate === null ? date : earlierOf(this.#firstDate, date);
    this.#lastDate = this.#lastDate === null ? date : laterOf(this.#lastDate, date);
  }

  record(number: number): BankStatementRecord {
    return {
      ...this.#of,
      number,
      currency: this.#currency,
      opening: null,
      closing: null,
      firstDate: this.#firstDate,
      lastDate: this.#lastDate,
      creditCount: this.#counts.credit,
      creditSum: textOfUnits(this.#units.credit),
      debitCount: this.#counts.debit,
      debitSum: textOfUnits(this.#units.debit),
    };
  }
}
