/** How a value is shown: decides alignment, grouping and escaping; JSON is untouched by it. */
export type ColumnKind =
  | 'text'
  | 'id'
  | 'money'
  /** EGP with two decimals at least and eight at most. */
  | 'unrounded_money'
  | 'percent'
  | 'integer'
  | 'decimal'
  /** A part of a whole, with four decimals. */
  | 'ratio'
  | 'date'
  | 'timestamp'
  | 'status'
  /** Shown only as far as two numbers can be told apart; whole in JSON. */
  | 'phone'
  /** Seconds since 1970, shown as a time in a table. */
  | 'unix_seconds'
  /** The integer YYYYMM, shown as YYYY-MM in a table. */
  | 'month'
  /** Of any shape: lists and objects are shown as JSON rather than counted. */
  | 'json'
  | 'boolean';

/** One column: the JSON key it shows and the words above it. The order of columns is the order everywhere. */
export interface Column {
  /** JSON key of the row; a dot reaches into an object (`closed.kind`). */
  readonly key: string;
  readonly title: string;
  readonly kind: ColumnKind;
  /** Left out of the table on a terminal (still in CSV, TSV and pipes). */
  readonly wideOnly?: boolean;
  /** The other way round: in tables only, unless asked for by its key. */
  readonly tableOnly?: boolean;
  /** An object in words, for tables; '' for nothing. */
  readonly words?: (value: unknown) => string;
}

/** One thing: shown as a list of fields. */
export interface RecordView {
  readonly shape: 'record';
  readonly title?: string;
  readonly columns: readonly Column[];
  /** The repaid bar of `loan show`: share of `whole` that is done. */
  readonly bar?: { readonly label: string; readonly done: number; readonly whole: number };
  /** Drawn below the fields in a table. */
  readonly chart?: Chart;
  /** A list inside the record, or several, shown below it in a table. */
  readonly inner?: InnerList | readonly InnerList[];
}

/** A list inside a record, by its key there. */
export interface InnerList {
  readonly key: string;
  readonly title: string;
  readonly columns: readonly Column[];
}

/** Many things of one kind. */
export interface ListView {
  readonly shape: 'list';
  readonly title?: string;
  /** Key of the array inside the data; absent when the data is the array. */
  readonly rowsKey?: string;
  readonly columns: readonly Column[];
  /** Fields of the data beside the rows, shown above the table (`schedule`, `quote`). */
  readonly heading?: readonly Column[];
  /** A second list of the data, shown below the first in a table. */
  readonly below?: { readonly key: string; readonly title: string; readonly columns: readonly Column[] };
  /** Said when there is no row. */
  readonly empty: string;
  /** Rows in all, for "50 of 3,012 shown". */
  readonly totalCount?: number;
}

/** Amounts side by side, such as the sales of each month. */
export interface Chart {
  readonly title: string;
  readonly points: readonly { readonly label: string; readonly amount: number }[];
}

/** Words for people: printed as they are in every table format. */
export interface TextView {
  readonly shape: 'text';
  readonly text: string;
}

export type View = RecordView | ListView | TextView;
