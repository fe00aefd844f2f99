import { Command, CommanderError, Option } from 'commander';
import type { Problem } from '../contract/problem.ts';
import type { CommandDefinition, CommandInput, OptionDefinition } from './command-definition.ts';
import { optionKey } from './option-key.ts';
import { SHARED_OPTIONS, type SharedValues } from './shared-options.ts';
import { didYouMean } from './suggestion.ts';
import { usageProblem } from './usage-problem.ts';

export interface TypedLine {
  readonly input: CommandInput;
  readonly shared: SharedValues;
}

type TypedValue = string | boolean | readonly string[] | undefined;

/**
 * Reads a command line, its command words taken out, against one declaration: the command's own options and
 * the shared ones in any position. Only the form is checked here; what is missing is left to be asked for.
 */
export function readTypedLine(definition: CommandDefinition, line: readonly string[]): TypedLine | Problem {
  const own = new Set(definition.options.map((option) => option.flag));
  const options = [...definition.options, ...SHARED_OPTIONS.filter((option) => !own.has(option.flag))];
  const missingValue = findMissingValue(line, options);
  if (missingValue !== null) return missingValue;
  const command = buildCommand(options.filter((option) => isTyped(option, line)));
  try {
    command.parse([...line], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return problemOfCommander(error, definition, options);
    throw error;
  }
  const wrong = findExtraArgument(definition, command.args) ?? findWrongChoice(definition, command.args);
  if (wrong !== null) return wrong;
  const given = command.opts<Record<string, readonly string[] | boolean>>();
  const values: Record<string, TypedValue> = {};
  for (const option of options) {
    const value = typedValue(option, given, own.has(option.flag));
    if (isProblem(value)) return value;
    if (value !== undefined) values[optionKey(option.flag)] = value;
  }
  const ownKeys = new Set([...own].map(optionKey));
  const pick = (mine: boolean) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => ownKeys.has(key) === mine));
  return { input: { args: command.args, options: pick(true) }, shared: pick(false) };
}

/** Commander is told only of the options that are in the line: making all of them takes longer than reading it. */
function isTyped(option: OptionDefinition, line: readonly string[]): boolean {
  const flags = [option.flag, ...(option.aliases ?? [])];
  return line.some((token) => flags.some((flag) => token === flag || token.startsWith(`${flag}=`)));
}

/** Commander collects every value given, so that a second one for the same flag is seen and not swallowed. */
function buildCommand(options: readonly OptionDefinition[]): Command {
  const command = new Command('loandesk')
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {}, outputError: () => {} })
    .helpOption(false)
    .helpCommand(false)
    .allowExcessArguments(true)
    .argument('[words...]');
  for (const option of options) {
    for (const flag of [option.flag, ...(option.aliases ?? [])]) {
      // A key of our own keeps commander from reading `--no-headers` as the opposite of `--headers`.
      const built = new Option(option.value === undefined ? flag : `${flag} <value>`);
      built.attributeName = () => flag;
      built.negate = false;
      if (option.value !== undefined) {
        built.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]);
      }
      command.addOption(built);
    }
  }
  return command;
}

function typedValue(
  option: OptionDefinition,
  given: Readonly<Record<string, readonly string[] | boolean>>,
  isOwn: boolean,
): TypedValue | Problem {
  const found = [option.flag, ...(option.aliases ?? [])].map((flag) => given[flag]);
  if (option.value === undefined) return found.includes(true) ? true : undefined;
  const values = found.flatMap((value) => (Array.isArray(value) ? (value as string[]) : []));
  if (values.length === 0) return undefined;
  // What the operation judges, it judges together with everything else.
  const choices = option.field === undefined ? option.value.choices : undefined;
  const wrong = choices && values.find((value) => !choices.includes(value));
  if (wrong !== undefined) {
    const hint = didYouMean(wrong, choices!) ?? `Use one of: ${choices!.join(', ')}.`;
    return usageProblem(`${option.flag} cannot be "${wrong}"; it is one of ${choices!.join(', ')}.`, hint);
  }
  if (option.repeatable) return values;
  // A shared option may be given again to overrule an alias of the user's shell; a figure must not be.
  if (isOwn && values.some((value) => value !== values[0])) {
    return usageProblem(
      `${option.flag} is given twice, as "${values[0]}" and "${values.at(-1)}".`,
      'Give it once.',
    );
  }
  return values.at(-1);
}

/** `--amount --rate 24` leaves the amount out; commander would take `--rate` for it. */
function findMissingValue(line: readonly string[], options: readonly OptionDefinition[]): Problem | null {
  const flags = new Map(
    options.flatMap((option) => [option.flag, ...(option.aliases ?? [])].map((flag) => [flag, option])),
  );
  for (let at = 0; at < line.length && line[at] !== '--'; at++) {
    const value = flags.get(line[at]!)?.value;
    if (value === undefined) continue;
    const next = line[at + 1];
    if (next === undefined || next === '--' || flags.has(next.split('=')[0]!)) {
      return usageProblem(`${line[at]} needs a value: ${line[at]} ${value.name}.`);
    }
    at++;
  }
  return null;
}

function findExtraArgument(definition: CommandDefinition, args: readonly string[]): Problem | null {
  if (definition.args.some((argument) => argument.variadic === true)) return null;
  const extra = args[definition.args.length];
  if (extra === undefined) return null;
  const said = `loandesk ${definition.path.join(' ')}`;
  const takes = definition.args.map((argument) => argument.name).join(' ');
  return usageProblem(
    `${said} takes ${takes === '' ? 'no argument' : `only ${takes}`}, and "${extra}" is one too many.`,
    `Usage: see "loandesk help ${definition.path.join(' ')}". Text with blanks needs quotes.`,
  );
}

function findWrongChoice(definition: CommandDefinition, args: readonly string[]): Problem | null {
  for (const [at, { name, choices }] of definition.args.entries()) {
    const typed = args[at];
    if (choices === undefined || typed === undefined) continue;
    if (choices.some((choice) => choice.toLowerCase() === typed.toLowerCase())) continue;
    return usageProblem(
      `${name} cannot be "${typed}"; it is one of ${choices.join(', ')}.`,
      didYouMean(typed, choices) ?? `See "loandesk help ${definition.path.join(' ')}".`,
    );
  }
  return null;
}

function problemOfCommander(
  error: CommanderError,
  definition: CommandDefinition,
  options: readonly OptionDefinition[],
): Problem {
  const said = `loandesk ${definition.path.join(' ')}`;
  const quoted = /'(.*)'/s.exec(error.message)?.[1] ?? '';
  if (error.code === 'commander.unknownOption') {
    const typed = quoted.split('=')[0]!;
    const flags = options.flatMap((option) => [option.flag, ...(option.aliases ?? [])]);
    return usageProblem(
      `${said} has no option "${typed}".`,
      didYouMean(typed, flags) ?? `See "loandesk help ${definition.path.join(' ')}".`,
    );
  }
  return usageProblem(`${said}: ${error.message.replace(/^error: /, '')}.`);
}

function isProblem(value: TypedValue | Problem): value is Problem {
  return typeof value === 'object' && 'code' in value;
}
