import type { Backend } from '../contract/backend.ts';
import type { OperationName } from '../contract/operation-types.ts';
import type { Problem } from '../contract/problem.ts';
import type { ProblemCode } from '../contract/problems.ts';
import type { Column, View } from '../render/view.ts';
import type { ColumnsMaps } from './columns-maps.ts';
import type { FileRooms } from './file-rooms.ts';
import type { IdKind } from './id-kinds.ts';
import type { MovingRoom } from './moving-room.ts';
import type { Prompter } from './prompter.ts';
import type { PendingRoom, ProfilesRoom, RawRoom, SignInRoom } from './remote-rooms.ts';
import type { SourcesRoom } from './source-room.ts';

/** What a typed value is; the prompt checks it as it is typed, the service checks it again. */
export type ValueKind = 'text' | 'amount' | 'rate' | 'integer' | 'date' | 'choice' | 'file' | 'id';

export interface OptionDefinition {
  /** Long flag with its dashes, such as `--merchant-id`. */
  readonly flag: string;
  /** Absent for a switch. */
  readonly value?: {
    readonly name: string;
    readonly kind: ValueKind;
    readonly choices?: readonly string[];
    /** Words that stand for a value, such as `payoff` for an amount. */
    readonly words?: readonly string[];
    /** What it is the id of: asked for by part of a name, completed with Tab. */
    readonly ids?: IdKind;
    /** What is wrong with a text beyond its kind, for the prompt; null: nothing. Sees what was answered before. */
    check?(text: string, options: CommandInput['options']): string | null;
  };
  readonly says: string;
  /** What a prompt asks; by default `says`, with a capital. */
  readonly asks?: string;
  /**
   * What Enter alone answers when it is asked for; null: nothing is offered, '': it may be left empty. What is not
   * needed and offers something is asked for only beside something that is needed.
   */
  readonly offers?: (input: CommandInput, deps: Deps) => Promise<string | null>;
  /**
   * What a prompt holds a text against beside its form, such as bounds of the policy, looked up before it asks: answers
   * what is wrong with a text, or null. null itself: there is nothing to hold it against.
   */
  readonly limits?: (input: CommandInput, deps: Deps) => Promise<((text: string) => string | null) | null>;
  /** Codes of refusals that name no field and that another value of this one mends. */
  readonly mends?: readonly ProblemCode[];
  /**
   * JSON name of the operation's field the value goes to. The operation then judges it, together with all the others;
   * a problem of the field names the flag.
   */
  readonly field?: string;
  /** Switches one of which says the same: `--approve` for `--decision`. */
  readonly orFlags?: readonly string[];
  /** Without it the command cannot run: asked for on a terminal, exit 2 naming it elsewhere. */
  readonly required?: boolean;
  /** Required only beside certain others: `--rate` once `--approve` is there. Asked for like a required one. */
  readonly requiredWhen?: (options: CommandInput['options']) => boolean;
  readonly repeatable?: boolean;
  /** Given, it stands for what is required (`apply --from FILE`, `loan statement --all`). */
  readonly insteadOfRequired?: boolean;
  /** Another spelling that means the same (`--approve` for `--decision approved` is not one of these). */
  readonly aliases?: readonly string[];
  /** Group heading in the help. */
  readonly group?: string;
}

export interface ArgumentDefinition {
  /** As in the usage line: `LOAN`, `FILE`. */
  readonly name: string;
  readonly says: string;
  /** What a prompt asks; by default by what it is of. */
  readonly asks?: string;
  readonly required: boolean;
  readonly variadic?: boolean;
  /** What it is the id of. */
  readonly of?:
    | 'loan'
    | 'application'
    | 'disbursement'
    | 'merchant'
    | 'payment'
    | 'batch'
    | 'held_row'
    | 'user'
    | 'file';
  /** Which ids are asked for and completed here; absent: every one of `of`. */
  readonly ids?: IdKind;
  readonly choices?: readonly string[];
}

/** What was typed, checked for form only: flags by their camelCase name without dashes. */
export interface CommandInput {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
}

/** What a command answers. It never prints. */
export type CommandResult =
  | {
      readonly ok: true;
      readonly data: unknown;
      readonly view: View;
      /** 0 unless the document itself says otherwise (`ledger verify` 9, imports 8). */
      readonly exitCode?: number;
      /** Sentences for stderr: confirmations, warnings, the next step. */
      readonly notices?: readonly string[];
      /** Of a write that found nothing to change: a replayed payment, an import of what is there already. */
      readonly changedNothing?: boolean;
      /**
       * The text for stdout as it comes, instead of data and view: for what is too long to be held whole, in a form
       * of its own. A problem ends it. What is added to `notices` meanwhile is said in the end.
       */
      readonly stream?: AsyncIterable<string | Problem>;
    }
  | { readonly ok: false; readonly problem: Problem };

/** What a command may use. Everything is made on first use, so that a command pays only for what it needs. */
export interface Deps {
  /** The ledger or server the flags, environment and profile point at. */
  backend(): Promise<Backend>;
  /** The same to look things up in. A ledger that the command would make is not made for that. */
  lookups(): Promise<Backend>;
  /** Officer id of the call, when one is set. */
  readonly officer: string | null;
  /** Who acts: the officer, else the user the operating system names. */
  readonly actor: string;
  /** The business date, `YYYY-MM-DD`. */
  today(): string;
  readonly dryRun: boolean;
  /** `--yes`: go ahead without asking. */
  readonly assumeYes: boolean;
  readonly asOf: string | null;
  /** True when what is shown is masked elsewhere, so that the reading is to be recorded. */
  readonly disclosing: boolean;
  /** True when stdin and stderr are terminals and questions may be asked. */
  readonly interactive: boolean;
  /** True when stdout is a terminal and the format is a table. */
  readonly tableOnTerminal: boolean;
  /** Cells of a line of the output; null where it is a pipe, in which nothing is broken. */
  readonly lineCells: number | null;
  /** True when the result is printed as one JSON document. */
  readonly asJson: boolean;
  /** True when the output is a pipe, CSV, TSV or NDJSON, which give every row of a list. */
  readonly everyRow: boolean;
  /**
   * Says what will happen and asks. Resolves true with `--yes` or in a dry run; off a terminal without `--yes`
   * it resolves to the problem `confirmation_needed` (exit 2). `defaultYes: false` makes Enter mean no.
   */
  confirm(
    summary: readonly string[],
    question: string,
    options?: { readonly defaultYes?: boolean },
  ): Promise<true | Problem>;
  /** True on a ledger file: whoever can open it may name any actor. */
  readonly onLocalLedger: boolean;
  /** Questions on the terminal; only where `interactive`. Outside text in them is to be escaped. */
  prompter(): Promise<Prompter>;
  /** Asks for a secret on the terminal without showing what is typed; only where `interactive`. */
  askSecret(question: string): Promise<string>;
  /** A line on stderr while working. */
  progress(line: string): void;
  /**
   * How far something is, in place of what stood there before; null: nothing any more. False where lines cannot be
   * replaced: off a terminal, and on one that cannot move its cursor.
   */
  passing(line: string | null): boolean;
  /** The text of a file or of stdin (`-`), UTF-8 and of bounded size, or a problem that names the path. */
  readText(path: string): Promise<string | Problem>;
  /** The rooms a command may only reach through here. */
  readonly rooms: Rooms;
}

/** Lazy doors to rooms the commands do not import. Grown as commands need them; see `compose.ts`. */
export interface Rooms extends FileRooms {
  /** How the files of banks and wallets are read: `sources`. */
  sources(): Promise<SourcesRoom>;
  /** What is said of the files of a source, kept under a name in the configuration folder. */
  columnsMaps(): Promise<ColumnsMaps>;
  /** Writes a file that must not be there yet, private to its owner; a problem when it cannot. */
  writeNewFile(path: string, text: string | AsyncIterable<string>): Promise<Problem | null>;
  /** Local-only acts on the ledger file itself; the whole ledger as a file of facts, and back. */
  ledgerFile(): LedgerFileActs;
  moving(): Promise<MovingRoom>;
  /** A desk with a ledger of its own, for the demo; prints as on a terminal with lines of so many cells. */
  throwAwayDesk(lineCells: number | null): Promise<ThrowAwayDesk>;
  /** Signing in to the server of the call; throws the problem when none is named. */
  signIn(): Promise<SignInRoom>;
  profiles(): Promise<ProfilesRoom>;
  pendingWrites(): Promise<PendingRoom>;
  rawRequests(): Promise<RawRoom>;
  /** Serves the ledger over HTTP until a signal says stop; answers the exit code, or why it does not start. */
  serve(options: ServeOptions): Promise<number | Problem>;
}

export interface ServeOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** PEM files; null: plain HTTP. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** null: no limit. */
  readonly requestsPerMinute: number | null;
  readonly signInsPerMinute: number | null;
}

/** Runs command lines on a ledger that is thrown away with `close`. */
export interface ThrowAwayDesk {
  run(line: readonly string[]): Promise<{
    readonly out: string;
    /** What went to stderr. */
    readonly said: string;
    readonly exitCode: number;
  }>;
  /** Puts a file beside the ledger; answers its path. */
  writeFile(name: string, text: string): Promise<string>;
  close(): Promise<void>;
}

export interface LedgerFileActs {
  /** Where `ledger init` would make a ledger; the problem `ledger_exists` when there is one. */
  pathToFound(): Promise<string | Problem>;
  /** Path of the ledger file when it is there with nothing in it; else null. */
  emptyFile(): Promise<string | null>;
  /** Notes in the ledger what verifying it found, where it can be written: the working screen shows the last one. */
  noteVerified(found: { readonly ok: boolean; readonly violations: number }): Promise<void>;
  /** Copies the ledger to a new file and verifies the copy; in a dry run the copy is thrown away. */
  backUp(target: string): Promise<WrittenBackup | Problem>;
  /** Verifies a backup and makes it ready to take the ledger's place. */
  prepareRestore(source: string): Promise<LedgerRestore | Problem>;
}

/** How much is in a ledger, and where its sealed chain ends. */
export interface LedgerGlimpse {
  readonly entries: number;
  readonly loans: number;
  readonly anchor: { readonly sequence: number; readonly hash: string } | null;
}

export interface WrittenBackup extends LedgerGlimpse {
  readonly path: string;
  readonly bytes: number;
}

/** A restore that is ready and not carried out. */
export interface LedgerRestore {
  /** Where the ledger will be. */
  readonly ledger: string;
  readonly backup: LedgerGlimpse;
  /** What is there now; null: nothing. */
  readonly inPlace: LedgerGlimpse | 'unreadable' | null;
  /** Puts the backup in place, all or nothing; answers where what was there is kept (null: nothing was). */
  carryOut(): Promise<{ readonly kept: string | null } | Problem>;
  /** Removes what was made ready and not put in place. */
  discard(): void;
}

/** One command: the words typed, what it takes, and `run`, which returns data and a view. */
export interface CommandDefinition {
  /** `['loan', 'show']`. */
  readonly path: readonly string[];
  /** One sentence for the help. */
  readonly says: string;
  /** Longer help, one paragraph. */
  readonly more?: string;
  readonly args: readonly ArgumentDefinition[];
  readonly options: readonly OptionDefinition[];
  /** Real command lines. */
  readonly examples: readonly { readonly line: string; readonly says: string }[];
  readonly writes: boolean;
  /** The operations it calls; their problems are its exit codes in the help. */
  readonly calls?: readonly OperationName[];
  /** Exit codes beyond those of the operations, such as 9 of `ledger verify`. */
  readonly exitCodes?: readonly number[];
  /** Of a write: its result's columns, so that a mistyped `--columns` is refused before anything is written. */
  columns?(): readonly Column[];
  /** True: a missing local ledger is made rather than refused. */
  readonly foundsLedger?: boolean;
  /** It does its work where there is no ledger; `on_terminal`: where people read it, since it says how to start. */
  readonly worksWithoutLedger?: 'always' | 'on_terminal';
  /** True: also a database is brought up to date, which several programs may be working on. */
  readonly migratesLedger?: boolean;
  /** True: refuses a server (exit 2). */
  readonly localOnly?: boolean;
  /** It prints documents: its own `--format` takes `text` and `html` too; `always`: also when none is asked for. */
  readonly prints?: 'always' | 'on_request';
  /** `--as-of` may be Unix seconds too, which the operation reads. */
  readonly asOfTakesSeconds?: boolean;
  /** What a person should read before being asked for one of these flags: said once, before the first of them. */
  readonly beforeAsking?: {
    readonly flags: readonly string[];
    tell(input: CommandInput, deps: Deps): Promise<readonly string[]>;
  };
  /** What was typed that cannot go together; found before anything is asked for. */
  conflict?(input: CommandInput): Problem | null;
  /** Tells whether a call shows in full what is masked elsewhere; its reading is then recorded. */
  discloses?(input: CommandInput, format: string): boolean;
  /** False for commands that never open a ledger (`help`, `loan quote` opens one only if it is there). */
  run(input: CommandInput, deps: Deps): Promise<CommandResult>;
}
