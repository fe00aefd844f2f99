import { isIban } from '../../domain/account-number.ts';
import { isRealReference } from '../../domain/real-reference.ts';
import { type MtFault, type MtLine, type MtMovement, readMtLine } from './mt-line.ts';
import { MAX_FIELD_LINES, type MtField } from './mt-tags.ts';
import { readMtText, withSupplement } from './mt-text.ts';
import { exactAmount, isZeroAmount } from './statement-amount.ts';
import type { StatementBegin, StatementRow } from './statement-part.ts';
import { type Movement, otherDirection } from './statement-tally.ts';

/** A statement line with the information that follows it. */
export interface MtEntry {
  readonly field: MtField;
  readonly information: MtField | null;
}

/** What an entry gives. */
export interface ReadMtRow {
  /** Null when it has faults. */
  readonly row: StatementRow | null;
  readonly faults: readonly Omit<MtFault, 'moved'>[];
  /** What it moved, though its date may not be readable; null when that is not readable itself. */
  readonly movement: Movement | null;
  /** As it stands in the file, under {@link MT_HEADINGS}. */
  readonly original: readonly string[];
}

/** Headings of the rows in a reject file. */
export const MT_HEADINGS = ['statement_line', 'information'];

/**
 * Reads an entry of a statement as a row, or says all that is wrong with it. `RC` is money that went out again and `RD`
 * money that came back; `turned`, the other way round.
 */
export function readMtRow(
  { field, information }: MtEntry,
  begin: StatementBegin,
  turned: boolean,
): ReadMtRow {
  const [first = '', ...more] = field.lines;
  const original = [field.lines.join('\n'), information?.lines.join('\n') ?? ''];
  const line = readMtLine(first);
  const { currency } = begin;
  const moved = 'direction' in line ? line : (line[0]?.moved ?? null);
  const movement = currency === null || moved === null ? null : movementOf(moved, currency, turned);
  const refused = (code: string, value: string, message: string) => ({
    row: null,
    faults: [{ code, value, message }],
    movement,
    original,
  });
  if (currency === null) return refused('invalid_currency', first, 'the statement does not say its currency');
  if (field.lines.length > MAX_FIELD_LINES || (information?.lines.length ?? 0) > MAX_FIELD_LINES) {
    return refused('unreadable_row', '', 'the entry goes on for too many lines');
  }
  if (!('direction' in line)) return { row: null, faults: line, movement, original };
  if (movement === null) {
    const money = exactAmount(line.digits, currency);
    const reason = 'reason' in money ? money.reason : 'is not an amount';
    return refused('invalid_amount', line.digits, `"${line.digits}" ${reason}`);
  }
  const said = readMtText(information?.lines ?? []);
  // A bank writes the payer's account there of each of his payments, which tells none of them from the others.
  const account = isAccount(line.customerReference) ? line.customerReference : null;
  const customerReference = account === null ? real(line.customerReference) : null;
  const bankReference = real(line.bankReference);
  const endToEndId = real(said.endToEndId ?? '');
  const { isReversal: _isReversal, ...money } = movement;
  const row: StatementRow = {
    kind: 'row',
    statement: begin.statement,
    line: field.line,
    place: null,
    original,
    ...money,
    returned: isReturn(line, said.returned)
      ? { of: otherDirection(money.direction), reference: customerReference ?? endToEndId ?? bankReference }
      : null,
    bookingDate: line.entryDate ?? line.valueDate,
    dateFrom: line.entryDate === null ? 'value' : 'booking',
    valueDate: line.valueDate,
    bankReference,
    entryReference: null,
    customerReference,
    endToEndId,
    loan: null,
    method: null,
    text: withSupplement(more, said.text),
    payerAccount: said.payerAccount ?? account,
    payerPhone: null,
    payerName: said.payerName,
    balance: null,
    otherText: otherText([
      ['Customer reference', customerReference === null ? line.customerReference : ''],
      ['Bank reference', bankReference === null ? line.bankReference : ''],
      ...said.others,
    ]),
    charges: null,
    instructed: null,
  };
  return { row, faults: [], movement, original };
}

/** What a statement line moved; null when its digits are no amount. */
function movementOf(line: MtMovement, currency: string, turned: boolean): Movement | null {
  const money = exactAmount(line.digits, currency);
  if ('reason' in money) return null;
  const isTurned = line.reversal && turned;
  return {
    ...money,
    currency,
    direction: isTurned ? otherDirection(line.direction) : line.direction,
    status: isZeroAmount(money.amount) ? 'info' : line.expected ? 'pending' : 'booked',
    isReversal: line.reversal,
  };
}

/** An entry that takes an earlier one back, by its mark, its type (returned item) or the text behind it. */
function isReturn(line: MtLine, saidReturned: boolean): boolean {
  return line.reversal || line.type === 'NRTI' || saidReturned;
}

/** An IBAN, also one of the form that has the letters of its bank, as they are made up in papers and examples. */
function isAccount(reference: string): boolean {
  return isIban(reference) || /^[A-Z]{2}\d{2}[A-Z]{4}[A-Z0-9]{7,26}$/.test(reference);
}

function real(reference: string): string | null {
  return isRealReference(reference) ? reference : null;
}

function otherText(texts: readonly (readonly [name: string, text: string])[]): string | null {
  const some = texts
    .filter(([, text]) => text.trim() !== '')
    .map(([name, text]) => `${name}: ${text.trim()}`);
  return some.length === 0 ? null : some.join('; ');
}
