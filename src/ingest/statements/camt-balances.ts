import { type CamtFault, camtAmount, camtDate, camtDirection, isCamtFault } from './camt-amounts.ts';
import type { StatedBalance } from './statement-part.ts';
import type { BalancesAround } from './statement-tally.ts';
import type { XmlNode } from './xml-node.ts';

/** The first balance of a type of a statement that can be read; of closing ones the last, since pages have their own. */
export function balanceOf(statement: XmlNode, type: string): StatedBalance | null {
  const read = balancesOf(statement, type).flatMap((balance) => (isCamtFault(balance) ? [] : [balance]));
  return read.at(type === 'CLBD' ? -1 : 0) ?? null;
}

/** All balances of a type of a statement, or what is wrong with each. */
export function balancesOf(statement: XmlNode, type: string): readonly (StatedBalance | CamtFault)[] {
  return statement
    .all('Bal')
    .filter((bal) => bal.value('Tp/CdOrPrtry/Cd', 'Tp/Cd') === type)
    .map((bal) => camtBalance(bal, statement.value('Acct/Ccy')));
}

/** The balances around its entries; where it is a page of a statement or of a day, intermediate ones stand for them. */
export function balancesAround(statement: XmlNode): BalancesAround {
  const opening = balanceOf(statement, 'OPBD') ?? balanceOf(statement, 'PRCD');
  const closing = balanceOf(statement, 'CLBD');
  const between = balancesOf(statement, 'ITBD').flatMap((balance) => (isCamtFault(balance) ? [] : [balance]));
  const [first, second] = between;
  return {
    opening: opening ?? (second !== undefined || closing !== null ? (first ?? null) : null),
    closing: closing ?? (second !== undefined || opening !== null ? (between.at(-1) ?? null) : null),
  };
}

/** Reads a balance; without CdtDbtInd it is not overdrawn. */
function camtBalance(node: XmlNode, accountCurrency: string | null): StatedBalance | CamtFault {
  const amountNode = node.first('Amt');
  if (amountNode === null) {
    return {
      node,
      column: 'Amt',
      value: null,
      code: 'invalid_balance',
      message: 'the balance has no amount',
    };
  }
  const amount = camtAmount(amountNode, accountCurrency);
  if (isCamtFault(amount)) return amount;
  const direction = camtDirection(node, 'credit');
  if (isCamtFault(direction)) return direction;
  const date = camtDate(node, 'Dt');
  if (isCamtFault(date)) return date;
  return { amount: amount.amount, currency: amount.currency, negative: direction === 'debit', date };
}
