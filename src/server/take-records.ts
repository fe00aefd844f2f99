import type { Backend, CallOptions } from '../contract/backend.ts';
import type { OperationInput, OperationName, OperationOutput } from '../contract/operation-types.ts';
import { LISTED_REFUSALS, RECORD_REQUESTS } from './limits.ts';
import type { RecordBatch } from './record-lines.ts';
import { fingerprint } from './request-fingerprint.ts';
import { RequestProblem, requestProblem } from './request-problem.ts';

type Result = OperationOutput<'merchants.add_orders'>;
type Counts = Pick<Result, 'new' | 'updated' | 'unchanged' | 'refused'>;

const OUTCOMES = ['new', 'updated', 'unchanged', 'refused'] as const;

/** Bodies of records that are being taken. */
let taking = 0;

/**
 * Takes the records of a body in, batch by batch, each in a transaction of its own, and answers what became of all of
 * them. With an idempotency key each batch is answered by its part of the key, so that a body sent again is answered
 * as it was, and one that broke off goes on. Throws the problem that stopped it.
 */
export async function takeRecords(
  name: OperationName,
  address: Readonly<Record<string, unknown>>,
  batches: AsyncIterable<RecordBatch>,
  backend: Backend,
  options: CallOptions & { readonly key?: string },
): Promise<{ readonly value: Result; readonly replayed: boolean }> {
  if (taking >= RECORD_REQUESTS) throw requestProblem('overloaded', 'other records are being taken');
  taking += 1;
  try {
    const { key, ...how } = options;
    const total: Result = { ...none(), by_kind: {}, refusals: [] };
    let [number, replayed] = [0, true];
    for await (const { records, unreadable } of batches) {
      number += 1;
      const input = { ...address, records };
      const idempotency =
        key === undefined
          ? {}
          : { idempotency: { key: `${key} ${number}`, fingerprint: fingerprint(name, input) } };
      const answer = await backend.call(name, input as unknown as OperationInput<typeof name>, {
        ...how,
        ...idempotency,
      });
      if (!answer.ok) throw stopped(answer.problem, total);
      if (answer.replayed !== true) replayed = false;
      add(total, answer.value as Result);
      if (unreadable.length > 0) {
        const refused = { ...none(), refused: unreadable.length };
        add(total, { ...refused, by_kind: { unknown: refused }, refusals: unreadable });
      }
    }
    return { value: how.dryRun === true ? { ...total, dry_run: true } : total, replayed };
  } finally {
    taking -= 1;
  }
}

/** Says of a problem in the middle how much is in the ledger by then. */
function stopped(problem: RequestProblem['problem'], total: Result): RequestProblem {
  const taken = total.new + total.updated + total.unchanged;
  if (taken === 0) return new RequestProblem(problem);
  return new RequestProblem({
    ...problem,
    detail: `${problem.detail} (${taken} records before it are taken)`,
  });
}

function none(): Counts {
  return { new: 0, updated: 0, unchanged: 0, refused: 0 };
}

function add(total: Result, part: Result): void {
  addCounts(total, part);
  for (const [kind, counts] of Object.entries(part.by_kind)) {
    const sum = total.by_kind[kind] ?? none();
    addCounts(sum, counts);
    total.by_kind[kind] = sum;
  }
  const room = Math.max(0, LISTED_REFUSALS - total.refusals.length);
  const listed = part.refusals.toSorted((a, b) => a.line - b.line).slice(0, room);
  total.refusals.push(...listed);
  const leftOut = part.refusals.length - listed.length;
  if (leftOut > 0) total.refusals_left_out = (total.refusals_left_out ?? 0) + leftOut;
}

function addCounts(sum: Counts, part: Counts): void {
  for (const outcome of OUTCOMES) sum[outcome] += part[outcome];
}
