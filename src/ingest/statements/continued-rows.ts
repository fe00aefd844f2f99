import type { CsvRow } from '../csv-rows.ts';
import type { CsvLayout } from './csv-layout.ts';
import type { StatementPart, StatementRow, StatementWarning } from './statement-part.ts';

/**
 * Joins lines that hold nothing but more text to the row right above them: banks cut a long text into several lines
 * and leave the date and the amounts of all but the first empty.
 */
export class ContinuedRows {
  readonly #layout: CsvLayout;
  readonly #textPlaces: ReadonlySet<number>;
  readonly #customerReferenceIn: (text: string | null) => string | null;
  /** The line that a text of the row above would begin on. */
  #nextLine = -1;
  #joined = 0;
  #firstLine: number | null = null;

  constructor(layout: CsvLayout, customerReferenceIn: (text: string | null) => string | null) {
    const { details, payer_name } = layout.places;
    this.#layout = layout;
    this.#customerReferenceIn = customerReferenceIn;
    this.#textPlaces = new Set([
      ...details,
      ...layout.others.map(({ place }) => place),
      ...(payer_name === undefined ? [] : [payer_name]),
    ]);
  }

  /** Notes that a row, or one that cannot be read, was told as the last of the parts. */
  sawRow({ line, lineBreaks }: CsvRow): void {
    this.#nextLine = line + (lineBreaks ?? 0) + 1;
  }

  /** True for a line of text right below a row. */
  isContinuation({ line, cells }: CsvRow): boolean {
    if (line !== this.#nextLine) return false;
    const { details } = this.#layout.places;
    const places = cells.flatMap((cell, place) => (cell.trim() === '' ? [] : [place]));
    return (
      places.every((place) => this.#textPlaces.has(place)) && places.some((place) => details.includes(place))
    );
  }

  /** Joins such a line to the last of the parts. */
  join(row: CsvRow, parts: StatementPart[]): void {
    const last = parts.at(-1);
    if (last?.kind === 'row') parts[parts.length - 1] = this.#joinedRow(last, row.cells);
    else {
      // All faults of a line are told with it as it stands.
      for (let at = parts.length - 1; at >= 0; at--) {
        const part = parts[at];
        if (part?.kind !== 'fault' || last?.kind !== 'fault' || part.line !== last.line) break;
        parts[at] = { ...part, original: joinedCells(part.original, row.cells) };
      }
    }
    this.#joined += 1;
    this.#firstLine ??= row.line;
    this.sawRow(row);
  }

  #joinedRow(above: StatementRow, cells: readonly string[]): StatementRow {
    const { places, others } = this.#layout;
    const text = joinedText([above.text, ...places.details.map((place) => cells[place])]);
    const told = others.map(({ place, heading }) => {
      const cell = (cells[place] ?? '').replace(/\s+/g, ' ').trim();
      return cell === '' || heading === '' ? cell : `${heading}: ${cell}`;
    });
    const otherText = [above.otherText ?? '', ...told].filter((one) => one !== '').join('; ') || null;
    const payer = places.payer_name === undefined ? null : cells[places.payer_name];
    return {
      ...above,
      text,
      otherText,
      payerName: joinedText([above.payerName, payer]),
      customerReference: above.customerReference ?? this.#customerReferenceIn(text),
      original: joinedCells(above.original, cells),
    };
  }

  /** Says how many lines were joined. */
  warnings(): readonly StatementWarning[] {
    if (this.#joined === 0) return [];
    const lines = this.#joined === 1 ? 'line of text was' : 'lines of text were';
    const message = `${this.#joined} ${lines} joined to the row above, the first being line ${this.#firstLine}.`;
    return [{ kind: 'warning', statement: 0, line: null, code: 'rows_joined', message }];
  }
}

function joinedText(texts: readonly (string | null | undefined)[]): string | null {
  return (
    texts
      .map((text) => (text ?? '').trim())
      .filter((text) => text !== '')
      .join(' ') || null
  );
}

function joinedCells(above: readonly string[], below: readonly string[]): readonly string[] {
  return above.map((cell, place) => joinedText([cell, below[place]]) ?? '');
}
