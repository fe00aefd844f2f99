import type { Readable } from 'node:stream';
import type { Refusal } from './domain/refusal.ts';
import type { StatementFile } from './ingest/statements/statement-files.ts';
import { fileProblem } from './shell/file-problem.ts';
import type { FileRooms, ResultFileName } from './shell/file-rooms.ts';
import { type Ending, finishingOn } from './shell/finishing.ts';
import { ProblemThrown } from './shell/thrown.ts';

/** The doors to files that others send, and to those written beside them. Each throws the problem it meets. */
export function fileRooms(
  fullPath: (path: string) => string,
  standardInput: () => Readable,
  newName: () => string,
  ending: Ending,
): Omit<FileRooms, 'jsonDocuments'> {
  const whileFinishing = finishingOn(ending);
  const placeOf = (where: ResultFileName, ending: string) => ({
    ...where,
    ending,
    unique: newName(),
    fullPath,
    whileFinishing,
  });
  const written = async (where: ResultFileName, write: () => Promise<string>): Promise<string> => {
    try {
      return await write();
    } catch (error) {
      throw await unreadable(error, where.folder ?? where.inputPath, 'written');
    }
  };
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
        return withProblems(file, path);
      } catch (error) {
        throw await unreadable(error, path);
      }
    },
    async guessSource(path, said) {
      const { guessSource } = await import('./ingest/statements/guess-source.ts');
      try {
        return await guessSource(fullPath(path), standardInput(), said);
      } catch (error) {
        throw await unreadable(error, path);
      }
    },
    async writeResultFile(where, ending, text, after) {
      const { writeResultFile } = await import('./ingest/result-file.ts');
      return written(where, () => writeResultFile(placeOf(where, ending), text, after));
    },
    async checkResultPlace(where) {
      const { checkResultPlace } = await import('./ingest/result-file.ts');
      await written(where, async () => {
        await checkResultPlace(placeOf(where, ''));
        return '';
      });
    },
    async writeRejectedRows(where, file, rejected) {
      const [{ writeResultFile }, { rejectedRows }] = await Promise.all([
        import('./ingest/result-file.ts'),
        import('./ingest/statements/rejected-rows.ts'),
      ]);
      return written(where, () =>
        writeResultFile(placeOf(where, 'rejects.csv'), rejectedRows(file, rejected)),
      );
    },
  };
}

/** The same file, whose parts throw the problem they meet. */
function withProblems(file: StatementFile, path: string): StatementFile {
  const { parts } = file;
  return Object.assign(file, {
    parts: (onRead?: (bytes: number) => void) => orProblems(parts(onRead), path),
  });
}

async function* orProblems<T>(batches: AsyncIterable<T>, path: string): AsyncGenerator<T> {
  try {
    yield* batches;
  } catch (error) {
    throw await unreadable(error, path);
  }
}

/** Why a data file cannot be read, or a file about it not be written, as a problem to throw. */
async function unreadable(error: unknown, path: string, act: 'read' | 'written' = 'read'): Promise<unknown> {
  const { RefusedFile } = await import('./ingest/refused-file.ts');
  if (error instanceof RefusedFile) return refusedProblem(error.refusal, error);
  return thrownProblem(error, path, act);
}

/** What is wrong with a file, or the flag it leaves open. */
function refusedProblem({ code, message, hint, faults }: Refusal, cause: Error): ProblemThrown {
  const errors = faults?.map(({ field, ...fault }) => ({ pointer: `/${field}`, ...fault }));
  const more = { ...(hint === undefined ? {} : { hint }), ...(errors === undefined ? {} : { errors }) };
  return new ProblemThrown({ code, detail: message, ...more }, { cause });
}

function thrownProblem(error: unknown, path: string, act: 'read' | 'written'): unknown {
  if (error instanceof ProblemThrown) return error;
  const problem = fileProblem(error, path, act);
  return problem === null ? error : new ProblemThrown(problem, { cause: error });
}
