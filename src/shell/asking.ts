import type { Problem } from '../contract/problem.ts';
import { displayText } from '../render/display-text.ts';
import { colorLevel } from './color.ts';
import type {
  ArgumentDefinition,
  CommandDefinition,
  CommandInput,
  Deps,
  OptionDefinition,
} from './command-definition.ts';
import type { IdKind } from './id-kinds.ts';
import { searchFor } from './id-search.ts';
import { findMissing } from './missing-values.ts';
import { optionKey } from './option-key.ts';
import { asksPlainly, type Prompter, prompterFor } from './prompter.ts';
import { argumentQuestion, optionQuestion } from './questions.ts';
import { say } from './said.ts';
import type { Surroundings } from './surroundings.ts';
import { checkArgument, checkTyped, readsAs, readYesOrNo } from './typed-checks.ts';

/**
 * Asks on the terminal for everything a command still needs, one value after the other. Once it has to ask for the
 * value of a flag, it offers those that are not needed, too, with what they are by default.
 */
export async function askForMissing(
  definition: CommandDefinition,
  input: CommandInput,
  surroundings: Surroundings,
  deps: Deps,
): Promise<CommandInput> {
  const asker: Asker = { surroundings, deps, prompter: await prompterFor(surroundings) };
  const args = [...input.args];
  const options = { ...input.options };
  const missing = findMissing(definition, input);
  for (const argument of missing.args) args.push(await askArgument(asker, argument));
  const settled = new Set<string>();
  let told = false;
  // An answer can make another value necessary, so what is missing is looked up again each time.
  for (;;) {
    const needed = findMissing(definition, { args, options }).options;
    const next = definition.options.find(
      (option) =>
        needed.includes(option) ||
        (missing.options.length > 0 && isLeftOpen(option, options) && !settled.has(option.flag)),
    );
    if (next === undefined) return { args, options };
    settled.add(next.flag);
    const offered = (await next.offers?.({ args, options }, deps)) ?? null;
    if (offered === null && !needed.includes(next)) continue;
    if (!told && definition.beforeAsking?.flags.includes(next.flag) === true) {
      told = true;
      tell(surroundings, await definition.beforeAsking.tell({ args, options }, deps));
    }
    const answer = await askOption(asker, next, options, offered);
    if (answer !== '') options[optionKey(next.flag)] = answer;
  }
}

interface Asker {
  readonly surroundings: Surroundings;
  readonly deps: Deps;
  readonly prompter: Prompter;
}

/**
 * Says what will happen and asks. Enter means yes unless `defaultYes` is false. A no is a problem, so that
 * nothing goes on as if it had been a yes.
 */
export async function askToConfirm(
  surroundings: Surroundings,
  summary: readonly string[],
  question: string,
  defaultYes: boolean,
): Promise<true | Problem> {
  tell(surroundings, summary);
  const prompter = await prompterFor(surroundings);
  if (await askYesOrNo(prompter, displayText(question), defaultYes)) return true;
  return { code: 'declined', detail: 'Nothing was written.' };
}

function tell(surroundings: Surroundings, lines: readonly string[]): void {
  for (const line of lines) say(surroundings, displayText(line));
}

async function askYesOrNo(prompter: Prompter, message: string, defaultYes: boolean): Promise<boolean> {
  const answer = await prompter.text({
    message: `${message} (${defaultYes ? 'Y/n' : 'y/N'})`,
    offered: '',
    check: (text) => text === '' || readYesOrNo(text) !== null || 'Answer yes or no (نعم or لا).',
    reads: (text) => (text === '' ? (defaultYes ? 'yes' : 'no') : null),
  });
  return readYesOrNo(answer) ?? defaultYes;
}

async function askArgument(asker: Asker, argument: ArgumentDefinition): Promise<string> {
  const asked = argumentQuestion(argument);
  const message = withName(asker.surroundings, asked, argument.name);
  const { choices } = argument;
  if (choices !== undefined) return asker.prompter.choose({ message, choices, offered: null });
  const kind = argument.ids ?? (argument.of === 'file' ? undefined : argument.of);
  if (kind === 'policy-assignment') return askAssignment(asker, argument);
  const found =
    kind === undefined ? null : await askById(asker, byName(asker, asked, argument.name), kind, false);
  if (found !== null) return found;
  return asker.prompter.text({
    message,
    offered: null,
    check: (text) => checkArgument(argument, text),
    reads: () => null,
  });
}

/** A policy value and what it is to be, one after the other. */
async function askAssignment(asker: Asker, argument: ArgumentDefinition): Promise<string> {
  const key = await askById(asker, 'Which value is to be set?', 'policy-key', false);
  return asker.prompter
    .text({
      message: key === null ? argumentQuestion(argument) : `What is ${key} to be?`,
      offered: null,
      check: (text) => text !== '' || 'A value is needed.',
      reads: () => null,
    })
    .then((value) => (key === null ? value : `${key}=${value}`));
}

async function askOption(
  asker: Asker,
  option: OptionDefinition,
  before: CommandInput['options'],
  offered: string | null,
): Promise<string | boolean> {
  const { flag, value } = option;
  const { prompter } = asker;
  const message = withName(asker.surroundings, optionQuestion(option), flag);
  if (value === undefined) return askYesOrNo(prompter, message, false);
  if (value.choices !== undefined) return prompter.choose({ message, choices: value.choices, offered });
  const found =
    value.ids === undefined
      ? null
      : await askById(asker, byName(asker, optionQuestion(option), flag), value.ids, true);
  if (found !== null) return found;
  return prompter.text({
    message,
    offered,
    check: (text) => (text === '' && offered === '') || checkTyped(value, text, before),
    reads: (text) => readsAs(value, text),
  });
}

/** Asks for an id by a part of a name; null where there is nothing to search in, and the id has to be typed. */
async function askById(
  { prompter, deps }: Asker,
  message: string,
  kind: IdKind,
  alsoTyped: boolean,
): Promise<string | null> {
  const search = await searchFor(kind, deps, { alsoTyped });
  return search === null ? null : prompter.search({ message, search });
}

/** Says that a part of a name will do. */
function byName({ surroundings }: Asker, question: string, name: string): string {
  return withName(surroundings, `${question}, or a part of a name`, name);
}

/** A question with the flag that answers it beside it, dimmed. */
function withName(surroundings: Surroundings, question: string, name: string): string {
  const { environment } = surroundings.machine;
  const isColoured =
    !asksPlainly(surroundings) && colorLevel({}, environment, surroundings.stderrIsTerminal) === 1;
  return isColoured ? `${question} \u001b[22;2m(${name})\u001b[22m` : `${question} (${name})`;
}

/** What is not given, not needed, and has something to offer. */
function isLeftOpen(option: OptionDefinition, options: CommandInput['options']): boolean {
  return option.offers !== undefined && options[optionKey(option.flag)] === undefined;
}
