import type { Problem } from '../contract/problem.ts';
import { exitCodeOf } from '../contract/problems.ts';
import { parseDate } from '../domain/dates.ts';
import { isRefusal } from '../domain/refusal.ts';
import { displayText } from '../render/display-text.ts';
import { resolveSettings } from '../settings/settings.ts';
import { isSettingsFault } from '../settings/settings-fault.ts';
import type { CatalogueEntry } from './catalogue.ts';
import type { CommandDefinition, CommandInput, CommandResult } from './command-definition.ts';
import { conflictOf } from './conflicts.ts';
import { makeDeps, needsNoLedger, type OpenDeps } from './deps.ts';
import { findMissing } from './missing-values.ts';
import { problemJson, problemText } from './problem-text.ts';
import { columnsProblem, resultText } from './result-text.ts';
import { lineCells, say } from './said.ts';
import type { SharedValues } from './shared-options.ts';
import { writeResult } from './standard-output.ts';
import type { Backstage, CallSetup, Surroundings } from './surroundings.ts';
import { Interrupted, ProblemThrown } from './thrown.ts';
import { readTypedLine, type TypedLine } from './typed-line.ts';
import type { Typed } from './typed-names.ts';
import { usageProblem } from './usage-problem.ts';
import { nameCommand } from './words.ts';

const EXIT_INTERRUPTED = 130;

/** A whole command line, from its words to its exit code. Writes the result and what there is to say. */
export async function runLine(
  line: readonly string[],
  surroundings: Surroundings,
  backstage: Backstage,
  catalogue: readonly CatalogueEntry[],
): Promise<number> {
  const named = nameCommand(line, catalogue);
  if (named.kind === 'problem') return sayProblem(named.problem, line, surroundings);
  if (named.kind === 'command' && !wantsHelp(line)) {
    return runCommand(await named.entry.load(), named.rest, line, surroundings, backstage);
  }
  const help = await import('./help.ts');
  const helpCells = surroundings.stdoutIsTerminal ? lineCells(surroundings) : null;
  const words = named.kind === 'command' ? named.entry.path : named.kind === 'group' ? named.path : [];
  if (named.kind === 'group' && !wantsHelp(line)) {
    const below = named.entries.map((entry) => entry.path.slice(named.path.length).join(' '));
    const problem = usageProblem(
      `loandesk ${named.path.join(' ')} needs one of its commands: ${below.join(', ')}.`,
      `See "loandesk help ${named.path.join(' ')}".`,
    );
    return sayProblem(problem, line, surroundings);
  }
  if (named.kind === 'nothing' && !wantsHelp(line)) {
    const today = catalogue.find(({ path }) => path.join(' ') === 'today');
    if (surroundings.stdoutIsTerminal && today !== undefined) {
      return runCommand(await today.load(), line, line, surroundings, backstage);
    }
    const stray = line.find((token) => token.startsWith('-'));
    if (stray !== undefined) {
      const problem = usageProblem('There is no command in this line.', 'See "loandesk help".');
      return sayProblem(problem, line, surroundings);
    }
    writeResult(surroundings, await help.welcome(catalogue, helpCells));
    return 0;
  }
  const text = await help.helpFor(named.kind === 'help' ? named.words : words, catalogue, helpCells);
  if (typeof text !== 'string') return sayProblem(text, line, surroundings);
  writeResult(surroundings, text);
  return 0;
}

async function runCommand(
  definition: CommandDefinition,
  rest: readonly string[],
  line: readonly string[],
  surroundings: Surroundings,
  backstage: Backstage,
): Promise<number> {
  const typed = await readLine(definition, rest, surroundings);
  if ('code' in typed) return sayProblem(typed, line, surroundings);
  const { shared } = typed;
  const wrongColumns = definition.columns && columnsProblem(definition.columns(), shared.columns);
  if (wrongColumns) return sayProblem(wrongColumns, line, surroundings);
  const setup = setUp(definition, typed.input, shared, surroundings, backstage);
  if ('code' in setup) return sayProblem(setup, line, surroundings);
  if (shared.debug === true) sayChoices(setup, surroundings);
  const said = `loandesk ${definition.path.join(' ')}`;
  const deps = makeDeps(setup, shared, surroundings, backstage, said);
  let input: CommandInput | Problem = typed.input;
  try {
    input = await completed(definition, typed.input, deps, surroundings);
    if ('code' in input) return sayProblem(input, line, surroundings, { definition, input: typed.input });
    let result = await definition.run(input, deps);
    if (!result.ok && input !== typed.input) {
      const { mendedByAnswers } = await import('./asking-again.ts');
      ({ input, result } = await mendedByAnswers(definition, { input, result }, surroundings, deps));
    }
    if (!result.ok) return sayProblem(result.problem, line, surroundings, { definition, input });
    return await sayResult(result, definition, setup, shared, deps, line, surroundings);
  } catch (error) {
    if (error instanceof Interrupted) {
      say(surroundings, 'interrupted: nothing was written');
      return EXIT_INTERRUPTED;
    }
    if (!(error instanceof ProblemThrown)) throw error;
    if (shared.debug === true) surroundings.writeError(`${displayLines(error.stack ?? '')}\n`);
    const asTyped = 'code' in input ? typed.input : input;
    return sayProblem(error.problem, line, surroundings, { definition, input: asTyped });
  } finally {
    await closeQuietly(deps);
  }
}

/** What was typed, with the form of a document where the command prints one. */
async function readLine(
  definition: CommandDefinition,
  rest: readonly string[],
  surroundings: Surroundings,
): Promise<TypedLine | Problem> {
  const typed = readTypedLine(definition, rest);
  if (definition.prints === undefined || 'code' in typed) return typed;
  const { withDocumentForm } = await import('./document-form.ts');
  return withDocumentForm(definition, typed, surroundings.machine.environment.LOANDESK_FORMAT || undefined);
}

/** Settings and dates of the call, checked before anything is opened. */
function setUp(
  definition: CommandDefinition,
  input: CommandInput,
  shared: SharedValues,
  surroundings: Surroundings,
  backstage: Backstage,
): CallSetup | Problem {
  const flags = { ...shared, databaseUrl: input.options.databaseUrl as string | undefined };
  const settings = resolveSettings(flags, surroundings.machine);
  if (isSettingsFault(settings)) return usageProblem(settings.message, settings.hint);
  if (definition.localOnly === true && settings.place.kind === 'server') {
    return usageProblem(
      `loandesk ${definition.path.join(' ')} works on a local ledger only, not on ${settings.place.url}.`,
      `The server was chosen because ${settings.place.because}.`,
    );
  }
  for (const [flag, typed] of [
    ['--business-date', shared.businessDate],
    ['--as-of', shared.asOf],
  ] as const) {
    const asSeconds = flag === '--as-of' && definition.asOfTakesSeconds === true;
    if (typed === undefined || (asSeconds && /^\p{Nd}+$/u.test(typed))) continue;
    const date = parseDate(typed);
    if (isRefusal(date)) return usageProblem(`${flag}: ${date.message}.`, date.hint);
  }
  const format = settings.format?.value ?? (surroundings.stdoutIsTerminal ? 'table' : 'tsv');
  return {
    settings,
    recordsReading: definition.discloses?.(input, format) ?? false,
    typed: {
      ledger: shared.ledger ?? null,
      server: shared.server ?? null,
      caFile: shared.caFile ?? null,
      officer: shared.officer ?? null,
    },
    debug: (line) => {
      if (shared.debug === true) say(surroundings, `debug: ${displayText(line)}`);
    },
    tell: (line) => {
      if (shared.quiet !== true) say(surroundings, displayText(line));
    },
    // Asked of the operating system only where a record needs it.
    get actor() {
      return settings.officer?.value ?? backstage.osUser();
    },
    givenBusinessDate: shared.businessDate ?? null,
    mayWrite: definition.writes && shared.dryRun !== true,
    mayFound: definition.foundsLedger === true,
    missingIsEmpty: shared.ifExists === true || needsNoLedger(definition, surroundings, format),
    mayMigrate: definition.migratesLedger === true,
  };
}

/** The input with everything it needs: asked for on a terminal, refused in one sentence elsewhere. */
async function completed(
  definition: CommandDefinition,
  input: CommandInput,
  deps: OpenDeps,
  surroundings: Surroundings,
): Promise<CommandInput | Problem> {
  const conflict = conflictOf(definition, input);
  if (conflict !== null) return conflict;
  const missing = findMissing(definition, input);
  if (missing.args.length === 0 && missing.options.length === 0) return input;
  const { typedFaults, wronglyTyped } = await import('./typed-checks.ts');
  const faults = typedFaults(definition, input);
  if (!deps.interactive) {
    const { missingProblem } = await import('./missing-problem.ts');
    return missingProblem(definition, missing, faults);
  }
  // What is typed already is judged before anything is asked: nobody answers six questions for a wrong flag.
  if (faults.length > 0) return wronglyTyped(faults);
  const { askForMissing } = await import('./asking.ts');
  return askForMissing(definition, input, surroundings, deps);
}

async function sayResult(
  result: Extract<CommandResult, { ok: true }>,
  definition: CommandDefinition,
  setup: CallSetup,
  shared: SharedValues,
  deps: OpenDeps,
  line: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  if (result.stream !== undefined) {
    for await (const piece of result.stream) {
      if (typeof piece !== 'string') return sayProblem(piece, line, surroundings);
      writeResult(surroundings, piece);
    }
    await sayEnding(result, definition, shared, deps, surroundings);
    return result.exitCode ?? 0;
  }
  const text = await resultText(result.data, result.view, {
    shared,
    chosenFormat: setup.settings.format?.value ?? null,
    surroundings,
    isWrite: definition.writes && !deps.dryRun,
  });
  if (typeof text !== 'string') return sayProblem(text, line, surroundings);
  writeResult(surroundings, text);
  await sayEnding(result, definition, shared, deps, surroundings);
  return result.exitCode ?? 0;
}

/** What there is to say beside the result: its notices, and of a write where it went. */
async function sayEnding(
  result: Extract<CommandResult, { ok: true }>,
  definition: CommandDefinition,
  shared: SharedValues,
  deps: OpenDeps,
  surroundings: Surroundings,
): Promise<void> {
  if (shared.quiet !== true) {
    for (const notice of result.notices ?? []) say(surroundings, displayText(notice));
    const opened = deps.openedBackend();
    if (definition.writes && deps.dryRun) say(surroundings, 'dry run: nothing was written');
    else if (definition.writes && opened !== null) {
      const what = result.changedNothing === true ? 'nothing changed in' : 'written to';
      say(surroundings, `${what} ${displayText((await opened).describedAs)}`);
    }
  }
}

function sayProblem(
  problem: Problem,
  line: readonly string[],
  surroundings: Surroundings,
  typed?: Typed,
): number {
  if (wantsJson(line, surroundings)) surroundings.writeError(problemJson(problem, typed));
  else say(surroundings, problemText(problem, typed));
  return exitCodeOf(problem.code);
}

/** Whether errors are to be JSON; must be known even of a line that cannot be understood. */
function wantsJson(line: readonly string[], surroundings: Surroundings): boolean {
  const end = line.indexOf('--');
  const flags = end === -1 ? line : line.slice(0, end);
  if (flags.includes('--json') || flags.includes('--format=json')) return true;
  const at = flags.lastIndexOf('--format');
  if (at !== -1) return flags[at + 1] === 'json';
  return (
    surroundings.machine.environment.LOANDESK_FORMAT === 'json' &&
    !flags.some((flag) => flag.startsWith('--format='))
  );
}

function wantsHelp(line: readonly string[]): boolean {
  const end = line.indexOf('--');
  const flags = end === -1 ? line : line.slice(0, end);
  return flags.includes('--help') || flags.includes('-h');
}

function sayChoices(setup: CallSetup, surroundings: Surroundings): void {
  const { place, officer, profile, format } = setup.settings;
  const where = place.kind === 'server' ? place.url : place.kind === 'ledger' ? place.path : place.shown;
  const lines = [`${place.kind} ${where}, because ${place.because}`];
  if (profile !== null) lines.push(`profile ${profile.value}, because ${profile.because}`);
  if (officer !== null) lines.push(`officer ${officer.value}, because ${officer.because}`);
  if (format !== null) lines.push(`format ${format.value}, because ${format.because}`);
  say(surroundings, lines.map((text) => `debug: ${displayText(text)}`).join('\n'));
}

/** Escapes outside text, line by line. */
function displayLines(text: string): string {
  return text.split('\n').map(displayText).join('\n');
}

async function closeQuietly(deps: OpenDeps): Promise<void> {
  try {
    await deps.close();
  } catch {
    // What mattered is committed or was refused already; a failing close changes neither.
  }
}
