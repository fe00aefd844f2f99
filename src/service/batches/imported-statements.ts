import { type CalendarDate, laterOf } from '../../domain/dates.ts';
import type { StatementMovements } from '../../domain/statement-overlap.ts';
import type { StatementSpan } from '../../domain/statement-sequence.ts';
import type { ReadTx } from '../../store/port.ts';
import { accountForm } from './bank-account.ts';
import type { ReadStatement } from './read-parts.ts';

/** So many of an account's statements are looked at: more than any bank sends between two that fit together. */
const STATEMENTS_COMPARED = 400;

/** A statement imported before that has a place among those of its account. */
export interface ImportedStatement extends StatementMovements {
  readonly batchId: string;
}

/** The statements imported before, of each account read once. */
export class ImportedStatements {
  readonly #tx: ReadTx;
  readonly #statements = new Map<string, readonly ImportedStatement[]>();

  constructor(tx: ReadTx) {
    this.#tx = tx;
  }

  async of(account: string, currency: string): Promise<readonly ImportedStatement[]> {
    const name = JSON.stringify([account, currency]);
    const read = this.#statements.get(name);
    if (read !== undefined) return read;
    const kept = await this.#tx.receipts.statementsOfAccount(account, currency, STATEMENTS_COMPARED);
    const statements = kept.flatMap((one) => {
      const span = one.intraday === 1 ? null : spanOf(one);
      return span === null ? [] : [{ ...one, ...span }];
    });
    this.#statements.set(name, statements);
    return statements;
  }
}

/** Statements with a place among others. A file may have the newest first. */
export function inDateOrder(statements: readonly ReadStatement[]) {
  const placed = statements.flatMap((statement) => {
    const span = spanOf(statedSpan(statement));
    const { account, end, number } = statement;
    if (statement.intraday || account === null || span === null) return [];
    return [{ number, account: accountForm(account), currency: end.currency ?? '', span, end }];
  });
  return placed.sort((a, b) =>
    a.span.lastDate < b.span.lastDate ? -1 : a.span.lastDate > b.span.lastDate ? 1 : 0,
  );
}

function spanOf({ opening, closing, firstDate, lastDate }: Nullable<StatementSpan>): StatementSpan | null {
  if (opening === null || closing === null || firstDate === null || lastDate === null) return null;
  return { opening, closing, firstDate, lastDate };
}

type Nullable<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null };

/** The balances of a statement and the days it covers: those of its rows, and the day it closes. */
export function statedSpan({ end }: ReadStatement): Nullable<StatementSpan> {
  const closes = (end.closing?.date ?? null) as CalendarDate | null;
  const first = (end.first_date ?? closes) as CalendarDate | null;
  const last = (end.last_date ?? closes) as CalendarDate | null;
  return {
    opening: signed(end.opening),
    closing: signed(end.closing),
    firstDate: first,
    lastDate: last === null || closes === null ? last : laterOf(last, closes),
  };
}

/** A balance as decimal text, below zero when the account is overdrawn. */
function signed(balance: ReadStatement['end']['opening']): string | null {
  if (!balance) return null;
  return balance.negative && /[1-9]/.test(balance.amount) ? `-${balance.amount}` : balance.amount;
}
