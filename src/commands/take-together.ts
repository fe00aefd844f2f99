import type { Backend } from '../contract/backend.ts';
import type { Problem } from '../contract/problem.ts';
import type { Deps } from '../shell/command-definition.ts';

/** Records of one commit: enough that a page of the ledger is seldom written twice, done in half a second. */
const RECORDS_A_COMMIT = 20_000;
/** How long a commit waits for more of a file: others wait for it meanwhile. */
const PATIENCE_MS = 50;
/** Between two commits: longer than other writers of a ledger take between two looks whether it is free. */
const PAUSE_MS = 15;

/**
 * Takes the batches of a file in, many to a commit where the backend can, and tells `kept` how many lines were
 * taken by each. A slow file is committed as far as it has come. Answers the problem that stopped it, null when there
 * was none; throws what the file throws, with the batches before it taken.
 */
export async function takeTogether<Line>(
  batches: AsyncIterable<readonly Line[]>,
  deps: Deps,
  take: (lines: readonly Line[], calls: Pick<Backend, 'call'>) => Promise<Problem | null>,
  kept: (lines: number) => void,
): Promise<Problem | null> {
  const reader = batches[Symbol.asyncIterator]();
  let next = begin(reader);
  try {
    for (let isFirst = true; ; isFirst = false) {
      // Nothing is opened or made for a file that cannot be read.
      if ((await next).done) return null;
      const backend = await deps.backend();
      const most = backend.together === undefined ? 1 : RECORDS_A_COMMIT;
      if (!isFirst && most > 1) await after(PAUSE_MS);
      let taken = 0;
      const outcome = await together(backend, async (calls) => {
        while (taken < most && (taken === 0 || (await comesSoon(next)))) {
          const step = await next;
          if (step.done) break;
          const problem = await take(step.value, calls);
          if (problem !== null) return problem;
          taken += step.value.length;
          next = begin(reader);
        }
        return null;
      });
      if (!outcome.ok) return outcome.problem;
      if (outcome.value !== null) return outcome.value;
      kept(taken);
    }
  } finally {
    // Closes the file; one that is still waited for closes when it comes.
    reader.return?.().catch(() => {});
  }
}

/** Asks for the next batch; a file's error is met where the batch is awaited, and not before. */
function begin<Line>(reader: AsyncIterator<readonly Line[]>): Promise<IteratorResult<readonly Line[]>> {
  const next = reader.next();
  next.catch(() => {});
  return next;
}

async function together(backend: Backend, work: (calls: Pick<Backend, 'call'>) => Promise<Problem | null>) {
  if (backend.together !== undefined) return backend.together(work);
  return { ok: true, value: await work(backend) } as const;
}

async function comesSoon(next: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  try {
    return await Promise.race([next.then(() => true), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
