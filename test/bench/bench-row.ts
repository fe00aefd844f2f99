/** One figure of the benchmark: a piece of work beside the bound it is measured against. */
export interface BenchRow {
  /** What is measured, as a person would type or say it. */
  readonly work: string;
  /** What it is measured against. */
  readonly against: string;
  /** Most times the bound it may take; null: printed as information. */
  readonly budgetTimes: number | null;
  /** Where it should get to. */
  readonly aimTimes: number | null;
  measure(): Promise<Measured>;
}

/** Medians of one row. */
export interface Measured {
  readonly subject: number;
  /** What the subject is held against, in the same unit. */
  readonly bound: number;
  readonly unit: 'ms' | 'MB';
  /** How often each side was run after the warm-up. */
  readonly rounds: number;
}

/** Rows that need the same preparation. */
export interface BenchGroup {
  readonly name: string;
  /** Prepares what the rows need; `say` is told what takes time. */
  rows(say: (line: string) => void): Promise<readonly BenchRow[]>;
}
