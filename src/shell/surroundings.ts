import type { Backend } from '../contract/backend.ts';
import type { Machine } from '../settings/folders.ts';
import type { Settings } from '../settings/settings.ts';
import type { Rooms } from './command-definition.ts';

/** The process as the shell sees it; `main.ts` makes the real one, tests make others. */
export interface Surroundings {
  readonly machine: Machine;
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** Cells of the terminal's line; null when stdout is no terminal. */
  terminalCells(): number | null;
  /** The same of stderr. */
  errorCells(): number | null;
  /** Writes bytes to stdout; only `standard-output.ts` calls it. */
  writeOut(text: string): void;
  writeError(text: string): void;
  /** The streams prompts are drawn with: never stdout. */
  promptStreams(): { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream };
  /** The bytes of stdin as they come. */
  standardInput(): AsyncIterable<Uint8Array>;
}

/** How one call is set up. */
export interface CallSetup {
  readonly settings: Settings;
  readonly actor: string;
  /** `--business-date` as typed and checked; null: the clock decides. */
  readonly givenBusinessDate: string | null;
  /** The command may write, and is not a dry run. */
  readonly mayWrite: boolean;
  /** A read that shows what is masked elsewhere: it is recorded, so the ledger is opened for writing. */
  readonly recordsReading: boolean;
  /** The flags that name a backend, as typed: what a new profile is made of. */
  readonly typed: {
    readonly ledger: string | null;
    readonly server: string | null;
    readonly caFile: string | null;
    readonly officer: string | null;
  };
  /** Says a line of `--debug`; never a secret. */
  debug(line: string): void;
  /** Says a line on stderr, such as where the copy of a ledger is that was brought up to date. */
  tell(line: string): void;
  /** The command makes a ledger that is missing. */
  readonly mayFound: boolean;
  /** A ledger that is missing reads as an empty one; otherwise reading it, or trying something on it, is refused. */
  readonly missingIsEmpty: boolean;
  /** The command brings a ledger up to date wherever it is kept. */
  readonly mayMigrate: boolean;
}

/** The real things behind the shell, built by `compose.ts`, each on first use. */
export interface Backstage {
  /** Throws ProblemThrown when there is nothing to open. */
  openBackend(setup: CallSetup): Promise<Backend>;
  /** The date in Cairo now, `YYYY-MM-DD`. */
  today(): string;
  /** Name of the operating-system user. */
  osUser(): string;
  rooms(setup: CallSetup): Rooms;
}
