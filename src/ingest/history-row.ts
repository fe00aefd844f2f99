import type { AccountType, TransactionEvent, TransactionType } from '../domain/user-data.ts';
import type { DataLine } from './data-line.ts';
import type { DerivedIds, NaturalKey } from './derived-ids.ts';

/** What a reader of a transaction history makes of a place in the file: a {@link DataLine} without its source. */
export type HistoryRow = Omit<DataLine, 'source'>;

/** What the file does not say about its transactions. */
export interface HistoryOwner {
  readonly user: string;
  readonly institution: string;
  readonly accountType: AccountType;
}

/** The text of a history. */
export interface HistoryText {
  /** How messages name the file. */
  readonly source: string;
  /** Its beginning, in which headings stand. */
  readonly head: string;
  /** The whole text from its start; of a delimited file as often as needed. */
  read(): AsyncIterable<string>;
}

/** A movement of money as a history tells it. Amounts are decimal texts with a point. */
export interface Movement {
  readonly line: number;
  readonly timestampSeconds: number;
  readonly event: TransactionEvent;
  /** Unsigned. */
  readonly amount: string;
  readonly currency: string;
  /** What the file says, where it has a column for it; checked by the service. */
  readonly type: TransactionType | (string & {});
  /** Signed; null when the history has no balances. */
  readonly balance: string | null;
  readonly balanceCurrency?: string;
  /** Account types differ within a file that lists several accounts. */
  readonly accountType?: AccountType;
  /** `source`: the key holds an id that the institution gave to this transaction and to no other. */
  readonly keyIs: 'source' | 'content';
  readonly key: NaturalKey;
}

/** The row as a transaction in our JSON Lines form, its id derived from its natural key. */
export function transactionRow(movement: Movement, owner: HistoryOwner, ids: DerivedIds): HistoryRow {
  const { line, keyIs } = movement;
  const accountType = movement.accountType ?? owner.accountType;
  const key = [owner.institution, accountType, ...movement.key];
  const id = keyIs === 'source' ? ids.ofSource(key) : ids.ofContent(key);
  if (id === null) {
    return unreadableRow(line, 'id', JSON.stringify(key), 'another row of the file has the same derived id');
  }
  return {
    line,
    value: {
      kind: 'transaction',
      user_id: owner.user,
      id,
      account_type: accountType,
      amount: movement.amount,
      timestamp: movement.timestampSeconds,
      event: movement.event,
      transaction_type: movement.type,
      amount_currency: movement.currency,
      balance: movement.balance,
      balance_currency: movement.balance === null ? null : (movement.balanceCurrency ?? movement.currency),
      institution_name: owner.institution,
      id_is_of_content: keyIs === 'content',
    },
  };
}

/** A row no transaction can be made of. */
export function unreadableRow(line: number, field: string, value: string, reason: string): HistoryRow {
  return { line, value: value.slice(0, 200), field, unreadable: reason };
}

/** A row that is rightly no transaction. */
export function leftOutRow(line: number, value: string, why: string): HistoryRow {
  return { line, value: value.slice(0, 200), leftOut: why };
}

/**
 * Digits as exports of one bank may differ in them, written one way: `012.5` and `12.5000` are 12.50. Decimals
 * that money does not have stay, for the service to refuse.
 */
export function canonicalAmount(digits: string): string {
  const [whole = '', fraction = ''] = digits.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}
