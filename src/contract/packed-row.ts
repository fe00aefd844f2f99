import { NumberColumn } from './number-column.ts';
import type { OperationInput } from './operation-types.ts';
import { TextColumn } from './text-column.ts';

type Part = OperationInput<'payment_batches.plan'>['parts'] extends Iterable<infer Each> ? Each : never;
type RowPart = Extract<Part, { kind: 'row' }>;

/** Texts of a column that are kept once, where a file may have the same ones again and again. */
const COMMON = 10_000;
/** Where hardly any comes twice. */
const OWN = 0;

/** The rows among the parts of a file, column by column. */
export class RowPartColumns {
  readonly statement = new NumberColumn();
  readonly line = new NumberColumn();
  readonly direction = new TextColumn(COMMON);
  readonly status = new TextColumn(COMMON);
  readonly amount = new TextColumn(COMMON);
  readonly currency = new TextColumn(COMMON);
  readonly booking_date = new TextColumn(COMMON);
  readonly date_from = new TextColumn(COMMON);
  readonly place = new TextColumn(OWN);
  readonly value_date = new TextColumn(COMMON);
  readonly bank_reference = new TextColumn(OWN);
  readonly entry_reference = new TextColumn(OWN);
  readonly customer_reference = new TextColumn(OWN);
  readonly end_to_end_id = new TextColumn(OWN);
  readonly loan = new TextColumn(COMMON);
  readonly method = new TextColumn(COMMON);
  readonly text = new TextColumn(COMMON);
  readonly payer_account = new TextColumn(COMMON);
  readonly payer_phone = new TextColumn(COMMON);
  readonly payer_name = new TextColumn(COMMON);
  readonly balance = new TextColumn(OWN);
  readonly other_text = new TextColumn(COMMON);
  readonly payment_id = new TextColumn(OWN);
  /** JSON texts. */
  readonly returned = new TextColumn(COMMON);
  readonly charges = new TextColumn(COMMON);
  readonly instructed = new TextColumn(COMMON);
  readonly undivided = new TextColumn(COMMON);

  set(at: number, row: RowPart): void {
    this.statement.set(at, row.statement);
    this.line.set(at, row.line);
    this.direction.set(at, row.direction);
    this.status.set(at, row.status);
    this.amount.set(at, row.amount);
    this.currency.set(at, row.currency);
    this.booking_date.set(at, row.booking_date);
    this.date_from.set(at, row.date_from);
    this.place.set(at, row.place);
    this.value_date.set(at, row.value_date);
    this.bank_reference.set(at, row.bank_reference);
    this.entry_reference.set(at, row.entry_reference);
    this.customer_reference.set(at, row.customer_reference);
    this.end_to_end_id.set(at, row.end_to_end_id);
    this.loan.set(at, row.loan);
    this.method.set(at, row.method);
    this.text.set(at, row.text);
    this.payer_account.set(at, row.payer_account);
    this.payer_phone.set(at, row.payer_phone);
    this.payer_name.set(at, row.payer_name);
    this.balance.set(at, row.balance);
    this.other_text.set(at, row.other_text);
    this.payment_id.set(at, row.payment_id);
    this.returned.set(at, jsonOf(row.returned));
    this.charges.set(at, jsonOf(row.charges));
    this.instructed.set(at, jsonOf(row.instructed));
    this.undivided.set(at, row.undivided);
  }
}

/** A row among the parts of a file: a look at their columns, where each field is read when it is asked for. */
export class PackedRow implements Required<RowPart> {
  readonly #columns: RowPartColumns;
  readonly #at: number;

  constructor(columns: RowPartColumns, at: number) {
    this.#columns = columns;
    this.#at = at;
  }

  get kind(): 'row' {
    return 'row';
  }

  get statement(): number {
    return this.#columns.statement.get(this.#at);
  }

  get line(): number {
    return this.#columns.line.get(this.#at);
  }

  get direction(): RowPart['direction'] {
    return this.#columns.direction.get(this.#at) as RowPart['direction'];
  }

  get status(): RowPart['status'] {
    return this.#columns.status.get(this.#at) as RowPart['status'];
  }

  get amount(): RowPart['amount'] {
    return this.#columns.amount.get(this.#at) as RowPart['amount'];
  }

  get currency(): RowPart['currency'] {
    return this.#columns.currency.get(this.#at) as RowPart['currency'];
  }

  get booking_date(): RowPart['booking_date'] {
    return this.#columns.booking_date.get(this.#at) as RowPart['booking_date'];
  }

  get date_from(): RowPart['date_from'] {
    return this.#columns.date_from.get(this.#at) as RowPart['date_from'];
  }

  get place(): string | null {
    return this.#columns.place.get(this.#at);
  }

  get value_date(): string | null {
    return this.#columns.value_date.get(this.#at);
  }

  get bank_reference(): string | null {
    return this.#columns.bank_reference.get(this.#at);
  }

  get entry_reference(): string | null {
    return this.#columns.entry_reference.get(this.#at);
  }

  get customer_reference(): string | null {
    return this.#columns.customer_reference.get(this.#at);
  }

  get end_to_end_id(): string | null {
    return this.#columns.end_to_end_id.get(this.#at);
  }

  get loan(): string | null {
    return this.#columns.loan.get(this.#at);
  }

  get method(): string | null {
    return this.#columns.method.get(this.#at);
  }

  get text(): string | null {
    return this.#columns.text.get(this.#at);
  }

  get payer_account(): string | null {
    return this.#columns.payer_account.get(this.#at);
  }

  get payer_phone(): string | null {
    return this.#columns.payer_phone.get(this.#at);
  }

  get payer_name(): string | null {
    return this.#columns.payer_name.get(this.#at);
  }

  get balance(): string | null {
    return this.#columns.balance.get(this.#at);
  }

  get other_text(): string | null {
    return this.#columns.other_text.get(this.#at);
  }

  get payment_id(): string | null {
    return this.#columns.payment_id.get(this.#at);
  }

  get returned(): Required<RowPart>['returned'] {
    return objectOf(this.#columns.returned.get(this.#at));
  }

  get charges(): Required<RowPart>['charges'] {
    return objectOf(this.#columns.charges.get(this.#at));
  }

  get instructed(): Required<RowPart>['instructed'] {
    return objectOf(this.#columns.instructed.get(this.#at));
  }

  get undivided(): string | null {
    return this.#columns.undivided.get(this.#at);
  }

  /** All of it, with null for what a row leaves out. */
  toJSON(): Required<RowPart> {
    return {
      kind: 'row',
      statement: this.statement,
      line: this.line,
      direction: this.direction,
      status: this.status,
      amount: this.amount,
      currency: this.currency,
      booking_date: this.booking_date,
      date_from: this.date_from,
      place: this.place,
      value_date: this.value_date,
      bank_reference: this.bank_reference,
      entry_reference: this.entry_reference,
      customer_reference: this.customer_reference,
      end_to_end_id: this.end_to_end_id,
      loan: this.loan,
      method: this.method,
      text: this.text,
      payer_account: this.payer_account,
      payer_phone: this.payer_phone,
      payer_name: this.payer_name,
      balance: this.balance,
      other_text: this.other_text,
      payment_id: this.payment_id,
      returned: this.returned,
      charges: this.charges,
      instructed: this.instructed,
      undivided: this.undivided,
    };
  }
}

function jsonOf(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

function objectOf<Value>(json: string | null): Value | null {
  return json === null ? null : (JSON.parse(json) as Value);
}
