import { nearestWord } from '../../domain/nearest-word.ts';
import { foldedHeading } from '../plain-heading.ts';
import type { CsvLayout } from './csv-layout.ts';
import { figuresNotRead } from './own-export.ts';
import type { SourceProfile } from './source-profile.ts';
import type { StatementWarning } from './statement-part.ts';

/** What is to be said of the columns of a file that nobody mapped. */
export class OtherColumns {
  readonly #layout: CsvLayout;
  /** Headings of ours, where the file is of our own columns. */
  readonly #ours: readonly string[];
  /** Places of those in which something stands. */
  readonly #told = new Set<number>();
  readonly #staff: boolean;

  constructor(layout: CsvLayout, { staff, columns }: SourceProfile) {
    this.#layout = layout;
    this.#staff = staff;
    this.#ours = staff ? Object.values(columns ?? {}).flat() : [];
  }

  /** Headings that are nearly one of ours. */
  unknown(): readonly StatementWarning[] {
    return this.#layout.others.flatMap(({ heading }): StatementWarning[] => {
      const near = this.#nearOurs(heading);
      if (near === null) return [];
      const message = `There is no column "${heading}"; did you mean ${near}? It is kept as text of its rows.`;
      const { headingLine: line } = this.#layout;
      return [{ kind: 'warning', statement: 0, line, code: 'unknown_column', message }];
    });
  }

  /** Takes the cells of a row into account. */
  see(cells: readonly string[]): void {
    for (const { place } of this.#layout.others) {
      if ((cells[place] ?? '').trim() !== '') this.#told.add(place);
    }
  }

  /** Names those in which something stood, once. */
  named(): readonly StatementWarning[] {
    const names = this.#layout.others
      .filter(({ place, heading }) => this.#told.has(place) && this.#nearOurs(heading) === null)
      .map(({ place, heading }) => (heading === '' ? `column ${place + 1}` : `"${heading}"`));
    const notRead = this.#staff ? figuresNotRead(this.#layout.headings) : [];
    if (names.length === 0) return notRead;
    const message = `Nobody said what these columns are: ${names.join(', ')}. They are kept as text of their rows (--columns-map).`;
    return [...notRead, { kind: 'warning', statement: 0, line: null, code: 'columns_as_text', message }];
  }

  #nearOurs(heading: string): string | null {
    const isOurs = this.#ours.some((name) => foldedHeading(name) === foldedHeading(heading));
    return isOurs ? null : nearestWord(heading, this.#ours);
  }
}
