import type { DataLine } from '../ingest/data-line.ts';
import type { MerchantFileOptions } from '../ingest/merchant-files.ts';
import type { GuessedSource, SaidOfSource } from '../ingest/statements/guess-source.ts';
import type { RejectedRow } from '../ingest/statements/rejected-rows.ts';
import type { StatementFile } from '../ingest/statements/statement-files.ts';
import type { StatementFileOptions } from '../ingest/statements/statement-options.ts';
import type { UserFileOptions } from '../ingest/user-file-options.ts';

/** Doors to the files that others send, and to those written about them. Each throws the problem it meets. */
export interface FileRooms {
  /** Reads a merchant data file (`-`: standard input) in batches. */
  readMerchantFile(
    path: string,
    batchSize: number,
    options?: MerchantFileOptions,
  ): AsyncGenerator<readonly DataLine[]>;
  /** Reads users, transactions and flags the same way. */
  readUserFile(path: string, options: UserFileOptions): AsyncGenerator<readonly DataLine[]>;
  /** Opens a file of repayments or a bank statement (`-`: standard input). */
  openStatementFile(path: string, options: StatementFileOptions): Promise<StatementFile>;
  /** Looks through a bank's CSV for how it is to be read, and what only a person can say beside its columns. */
  guessSource(path: string, said?: SaidOfSource): Promise<GuessedSource>;
  /**
   * Writes a new file about an input, whole or not at all, never over an existing one; answers its path. It gets its
   * name when `after` resolves; when that rejects, there is no file and this rejects with it.
   */
  writeResultFile(
    where: ResultFileName,
    ending: string,
    text: string | Iterable<string>,
    after?: Promise<void>,
  ): Promise<string>;
  /** Throws the problem that writing such files would meet, before what they tell of is done. */
  checkResultPlace(where: ResultFileName): Promise<void>;
  /** Writes refused rows as they stood in their file, opened to be read again; answers the path. */
  writeRejectedRows(
    where: ResultFileName,
    file: StatementFile,
    rejected: readonly RejectedRow[],
  ): Promise<string>;
  /** Reads JSON documents with their numbers' text. */
  jsonDocuments(): Promise<typeof import('../ingest/json-documents.ts')>;
}

/** What a file about an input is named by, and where it goes. */
export interface ResultFileName {
  /** `-`: standard input. */
  readonly inputPath: string;
  /** Null: beside the input, for standard input the working folder. */
  readonly folder: string | null;
  /** Stands for the name that standard input has not. */
  readonly stdinName?: string;
}
