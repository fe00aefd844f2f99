/** A value on a printed document. Figures, dates and ids run left to right in any language. */
export interface PrintedCell {
  readonly text: string;
  /** `figure`: left to right; `own`: by its own letters (names from outside); `words`: as the document runs. */
  readonly runs: 'figure' | 'own' | 'words';
  readonly aligned: 'start' | 'end';
  /** A file beside this one, by its name. */
  readonly leadsTo?: string;
}

export interface PrintedField {
  readonly label: string;
  readonly value: PrintedCell;
}

export interface PrintedRow {
  readonly cells: readonly PrintedCell[];
  /** Taken back: struck through, and marked in words. */
  readonly struck: boolean;
}

export interface PrintedTable {
  readonly titles: readonly { readonly text: string; readonly aligned: 'start' | 'end' }[];
  readonly rows: readonly PrintedRow[];
  /** Sums under the rows. */
  readonly foot: PrintedRow | null;
  /** Said when there is no row. */
  readonly empty: string;
}

/** A figure set apart, with the same in words where it is one to rely on. */
export interface PrintedTotal {
  readonly label: string;
  readonly value: PrintedCell;
  readonly inWords: string | null;
}

/** A document in one language, ready to be laid out as text or HTML. Outside text in it is escaped already. */
export interface PrintedDocument {
  readonly language: 'en' | 'ar';
  readonly bankName: string;
  readonly bankBranch: string;
  readonly title: string;
  /** Stands across the document: it is not valid as it is (a reversed payment). */
  readonly mark: string | null;
  readonly fields: readonly PrintedField[];
  readonly table: PrintedTable | null;
  readonly totals: readonly PrintedTotal[];
  readonly notes: readonly string[];
  readonly footer: readonly PrintedCell[];
}
