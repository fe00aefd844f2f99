import type { OperationInput } from './operation-types.ts';
import { PackedTexts } from './packed-texts.ts';

type Part = OperationInput<'payment_batches.plan'>['parts'] extends Iterable<infer Each> ? Each : never;
type RowPart = Extract<Part, { kind: 'row' }>;

/** What only the text of a row begins with. */
const ROW_START = '[';

/** The parts of a file, packed: they are made as they are asked for, so that a large file is small in memory. */
export class PackedParts implements Iterable<Part> {
  readonly #texts = new PackedTexts();

  /** The same parts, packed unless they are so. */
  static of(parts: Iterable<Part>): PackedParts {
    if (parts instanceof PackedParts) return parts;
    const packed = new PackedParts();
    for (const part of parts) packed.push(part);
    return packed;
  }

  get length(): number {
    return this.#texts.length;
  }

  push(part: Part): void {
    this.#texts.push(part.kind === 'row' ? rowText(part) : JSON.stringify(part));
  }

  /** Whether the part at a place is a row, which is told without making it. */
  isRow(at: number): boolean {
    return this.#texts.startsWith(at, ROW_START);
  }

  /** The part at a place, with null for what a row leaves out. */
  at(at: number): Part {
    const read = JSON.parse(this.#texts.at(at)) as Part | PackedRow;
    return Array.isArray(read) ? rowOf(read as PackedRow) : (read as Part);
  }

  *[Symbol.iterator](): Generator<Part> {
    for (let at = 0; at < this.length; at++) yield this.at(at);
  }
}

/** What is always there, then the rest in its order, 0 for what is not: no field can be that, and it is short. */
type Told<Value> = NonNullable<Value> | 0;
type PackedRow = [
  RowPart['statement'],
  RowPart['line'],
  RowPart['direction'],
  RowPart['status'],
  RowPart['amount'],
  RowPart['currency'],
  RowPart['booking_date'],
  RowPart['date_from'],
  Told<RowPart['place']>,
  Told<RowPart['returned']>,
  Told<RowPart['value_date']>,
  Told<RowPart['bank_reference']>,
  Told<RowPart['entry_reference']>,
  Told<RowPart['customer_reference']>,
  Told<RowPart['end_to_end_id']>,
  Told<RowPart['loan']>,
  Told<RowPart['method']>,
  Told<RowPart['text']>,
  Told<RowPart['payer_account']>,
  Told<RowPart['payer_phone']>,
  Told<RowPart['payer_name']>,
  Told<RowPart['charges']>,
  Told<RowPart['instructed']>,
];

function rowText(row: RowPart): string {
  const packed: PackedRow = [
    row.statement,
    row.line,
    row.direction,
    row.status,
    row.amount,
    row.currency,
    row.booking_date,
    row.date_from,
    row.place ?? 0,
    row.returned ?? 0,
    row.value_date ?? 0,
    row.bank_reference ?? 0,
    row.entry_reference ?? 0,
    row.customer_reference ?? 0,
    row.end_to_end_id ?? 0,
    row.loan ?? 0,
    row.method ?? 0,
    row.text ?? 0,
    row.payer_account ?? 0,
    row.payer_phone ?? 0,
    row.payer_name ?? 0,
    row.charges ?? 0,
    row.instructed ?? 0,
  ];
  return JSON.stringify(packed);
}

/** Every field there is: one that is not packed would be lost. */
function rowOf(packed: PackedRow): Required<RowPart> {
  return {
    kind: 'row',
    statement: packed[0],
    line: packed[1],
    direction: packed[2],
    status: packed[3],
    amount: packed[4],
    currency: packed[5],
    booking_date: packed[6],
    date_from: packed[7],
    place: told(packed[8]),
    returned: told(packed[9]),
    value_date: told(packed[10]),
    bank_reference: told(packed[11]),
    entry_reference: told(packed[12]),
    customer_reference: told(packed[13]),
    end_to_end_id: told(packed[14]),
    loan: told(packed[15]),
    method: told(packed[16]),
    text: told(packed[17]),
    payer_account: told(packed[18]),
    payer_phone: told(packed[19]),
    payer_name: told(packed[20]),
    charges: told(packed[21]),
    instructed: told(packed[22]),
  };
}

function told<Value>(value: Value | 0): Value | null {
  return value === 0 ? null : value;
}
