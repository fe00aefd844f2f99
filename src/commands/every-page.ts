import type { Outcome } from '../contract/problem.ts';
import type { CommandInput, Deps } from '../shell/command-definition.ts';
import { textOption } from './typed-values.ts';

interface PageAnswer<Row> {
  readonly page: number;
  readonly size: number;
  readonly total_count: number;
  readonly data: Row[];
}

/** As many rows as one call may ask for. */
const LARGEST_PAGE = 500;

/** Every row of a list that is a bare array, page by page until one is short. */
export async function everyPage<Row>(
  fetchPage: (paging: { page: string; size: string }) => Promise<Outcome<Row[]>>,
): Promise<Outcome<Row[]>> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const answer = await fetchPage({ page: String(page), size: String(LARGEST_PAGE) });
    if (!answer.ok) return answer;
    rows.push(...answer.value);
    if (answer.value.length < LARGEST_PAGE) return { ok: true, value: rows };
  }
}

/**
 * A page of a list when one is asked for or a person looks at a table or at JSON; every row otherwise, since a
 * pipe, CSV, TSV and NDJSON are never cut.
 */
export async function onePageOrAll<Row, Answer extends PageAnswer<Row>>(
  input: CommandInput,
  deps: Deps,
  fetchPage: (paging: { page?: string; size?: string }) => Promise<Outcome<Answer>>,
): Promise<Outcome<Answer>> {
  const page = textOption(input, 'page');
  const size = textOption(input, 'size');
  if (page !== undefined || size !== undefined || !deps.everyRow) {
    return fetchPage({ ...(page === undefined ? {} : { page }), ...(size === undefined ? {} : { size }) });
  }
  let answer = await fetchPage({ page: '1', size: String(LARGEST_PAGE) });
  if (!answer.ok) return answer;
  const rows = [...answer.value.data];
  for (let next = 2; rows.length < answer.value.total_count; next++) {
    answer = await fetchPage({ page: String(next), size: String(LARGEST_PAGE) });
    if (!answer.ok) return answer;
    if (answer.value.data.length === 0) break;
    rows.push(...answer.value.data);
  }
  return { ok: true, value: { ...answer.value, page: 1, data: rows } };
}
