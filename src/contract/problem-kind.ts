/** What is fixed about a kind of problem: its HTTP status, its title, and what usually helps. */
export interface ProblemKind {
  readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 431 | 500 | 503;
  readonly title: string;
  /** Shown when the problem itself brings no better hint. */
  readonly hint: string;
  /** Only where the exit code does not follow from the status. */
  readonly exitCode?: number;
}
