import type { Outcome } from '../contract/problem.ts';
import type { CommandInput, Deps } from '../shell/command-definition.ts';
import { textOption } from './typed-values.ts';

interface PageAnswer<Row> {
  readonly page: number;
  readonly size: number;
  readonly total_count: number;
  readonly data: Row[];
}

type Paging = { readonly page?: string; readonly size?: string };

/** As many rows as one call may ask for. */
const LARGEST_PAGE = 500;
/** Servers that give less than was asked for without a word give round numbers. */
const ROUND = 5;
/** What tells one row from another, whichever list it is of. */
const IDENTITIES = [
  'id',
  'payment_id',
  'loan_id',
  'application_id',
  'disbursement_reference',
  'user_id',
  'approval',
  'sequence',
];

/** What a page says about the pages after it; null where it does not say. */
interface OnePage {
  readonly rows: readonly unknown[];
  readonly size: number | null;
  readonly total: number | null;
}

/** Every row of a list that is a bare array, page by page. */
export async function everyPage<Row>(
  deps: Pick<Deps, 'progress'>,
  fetchPage: (paging: Paging) => Promise<Outcome<Row[]>>,
): Promise<Outcome<Row[]>> {
  const rows: Row[] = [];
  const pages = new Pages(deps);
  for (let page = 1; ; page++) {
    const answer = await fetchPage({ page: String(page), size: String(LARGEST_PAGE) });
    if (!answer.ok) return answer;
    const { totalCount: total = null } = answer;
    const taken = pages.take({ rows: answer.value, size: null, total });
    rows.push(...(taken.fresh as Row[]));
    if (!taken.mayGoOn) return { ok: true, value: rows };
  }
}

/**
 * A page of a list when one is asked for or a person looks at a table or at JSON; every row otherwise, since a
 * pipe, CSV, TSV and NDJSON are never cut.
 */
export async function onePageOrAll<Row, Answer extends PageAnswer<Row>>(
  input: CommandInput,
  deps: Deps,
  fetchPage: (paging: Paging) => Promise<Outcome<Answer>>,
): Promise<Outcome<Answer>> {
  const asked = askedFor(input);
  if (asked !== null || !deps.everyRow) return fetchPage(asked ?? {});
  const rows: Row[] = [];
  const pages = new Pages(deps);
  for (let page = 1; ; page++) {
    const answer = await fetchPage({ page: String(page), size: String(LARGEST_PAGE) });
    if (!answer.ok) return answer;
    const { data, size, total_count: total } = answer.value;
    const taken = pages.take({ rows: data, size, total });
    rows.push(...(taken.fresh as Row[]));
    if (!taken.mayGoOn) return { ok: true, value: { ...answer.value, page: 1, data: rows } };
  }
}

/** The same for a list that is a bare array: one page as asked, or every row where output is never cut. */
export async function everyRowOrPage<Row>(
  input: CommandInput,
  deps: Deps,
  fetchPage: (paging: Paging) => Promise<Outcome<Row[]>>,
): Promise<Outcome<Row[]>> {
  const asked = askedFor(input);
  return deps.everyRow && asked === null ? everyPage(deps, fetchPage) : fetchPage(asked ?? {});
}

function askedFor(input: CommandInput): Paging | null {
  const page = textOption(input, 'page');
  const size = textOption(input, 'size');
  if (page === undefined && size === undefined) return null;
  return { ...(page === undefined ? {} : { page }), ...(size === undefined ? {} : { size }) };
}

/**
 * Goes from page to page without an end that is missed and without one that never comes: a short or empty page is
 * the last, as is the one that completes the total; a total that is exceeded was wrong and counts no more; a page
 * with nothing new ends it too, and a row that moved to the next page meanwhile is taken once.
 */
class Pages {
  readonly #deps: Pick<Deps, 'progress'>;
  readonly #seen = new Set<unknown>();
  #received = 0;
  #twice = 0;
  #fullPage: number | null = null;

  constructor(deps: Pick<Deps, 'progress'>) {
    this.#deps = deps;
  }

  take({ rows, size, total }: OnePage): { fresh: unknown[]; mayGoOn: boolean } {
    const fresh = rows.filter((row) => {
      const identity = identityOf(row);
      if (identity === null) return true;
      if (this.#seen.has(identity)) return false;
      this.#seen.add(identity);
      return true;
    });
    this.#received += rows.length;
    this.#twice += rows.length - fresh.length;
    this.#fullPage ??= size ?? (total === null && rows.length % ROUND !== 0 ? LARGEST_PAGE : rows.length);
    const isLast =
      fresh.length === 0 || rows.length < this.#fullPage || (total !== null && this.#received === total);
    if (isLast && this.#twice > 0) {
      this.#deps.progress(`note: ${this.#twice} rows came on two pages and are listed once`);
    }
    return { fresh, mayGoOn: !isLast };
  }
}

function identityOf(row: unknown): unknown {
  const fields = row as Readonly<Record<string, unknown>>;
  return IDENTITIES.map((name) => fields[name]).find((value) => value !== undefined) ?? null;
}
