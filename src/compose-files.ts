import type { Readable } from 'node:stream';
import type { Refusal } from './domain/refusal.ts';
import type { Rooms } from './shell/command-definition.ts';
import { fileProblem } from './shell/file-problem.ts';
import { ProblemThrown } from './shell/thrown.ts';

/** The doors to files that others send, and to those written beside them. Each throws the problem it meets. */
export function fileRooms(
  fullPath: (path: string) => string,
  standardInput: () => Readable,
): Pick<Rooms, 'readMerchantFile' | 'readUserFile' | 'openStatementFile' | 'writeResultFile'> {
  return {
    async *readMerchantFile(path, batchSize, options) {
      const { readMerchantFile } = await import('./ingest/merchant-files.ts');
      yield* orProblems(readMerchantFile(fullPath(path), standardInput(), batchSize, options), path);
    },
    async *readUserFile(path, options) {
      const { readUserFile } = await import('./ingest/user-files.ts');
      yield* orProblems(readUserFile(fullPath(path), standardInput(), options), path);
    },
    async openStatementFile(path, options) {
      const { openStatementFile } = await import('./ingest/statements/statement-files.ts');
      try {
        const file = await openStatementFile(fullPath(path), standardInput(), options);
        return { ...file, parts: () => orProblems(file.parts(), path) };
      } catch (error) {
        throw await unreadable(error, path);
      }
    },
    async writeResultFile(inputPath, ending, text, folder) {
      const { writeResultFile } = await import('./ingest/result-file.ts');
      try {
        return await writeResultFile(inputPath, ending, text, folder);
      } catch (error) {
        throw thrownProblem(error, folder ?? inputPath, 'written');
      }
    },
  };
}

async function* orProblems<T>(batches: AsyncIterable<T>, path: string): AsyncGenerator<T> {
  try {
    yield* batches;
  } catch (error) {
    throw await unreadable(error, path);
  }
}

/** Why a data file cannot be read, as a problem to throw. */
async function unreadable(error: unknown, path: string): Promise<unknown> {
  const { RefusedFile } = await import('./ingest/refused-file.ts');
  if (error instanceof RefusedFile) return refusedProblem(error.refusal, error);
  return thrownProblem(error, path, 'read');
}

/** What is wrong with a file, or the flag it leaves open. */
function refusedProblem({ code, message, hint, faults }: Refusal, cause: Error): ProblemThrown {
  const errors = faults?.map(({ field, ...fault }) => ({ pointer: `/${field}`, ...fault }));
  const more = { ...(hint === undefined ? {} : { hint }), ...(errors === undefined ? {} : { errors }) };
  return new ProblemThrown({ code, detail: message, ...more }, { cause });
}

function thrownProblem(error: unknown, path: string, act: 'read' | 'written'): unknown {
  const problem = fileProblem(error, path, act);
  return problem === null ? error : new ProblemThrown(problem, { cause: error });
}
