import type { Problem } from '../contract/problem.ts';
import { displayText } from '../render/display-text.ts';
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
import { type Named, type Prompter, prompterFor } from './prompter.ts';
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
  const asker: Asker = { deps, prompter: await prompterFor(surroundings) };
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
    const answer = await askOption(asker, next, { args, options }, offered);
    if (answer !== '') options[optionKey(next.flag)] = answer;
  }
}

/**
 * Asks once more for values that were refused and keeps all others; then for what the new ones make necessary. A value
 * refused by itself is not taken as it was.
 */
export async function askAgain(
  definition: CommandDefinition,
  input: CommandInput,
  refused: readonly OptionDefinition[],
  surroundings: Surroundings,
  deps: Deps,
): Promise<CommandInput> {
  const asker: Asker = { deps, prompter: await prompterFor(surroundings) };
  const options = { ...input.options };
  for (const option of refused) delete options[optionKey(option.flag)];
  for (const option of refused) {
    const kept = { args: input.args, options };
    const offered = (await option.offers?.(kept, deps)) ?? null;
    const before = refused.length === 1 ? input.options[optionKey(option.flag)] : undefined;
    const answer = await askOption(asker, option, kept, offered === before ? null : offered, before);
    if (answer !== '') options[optionKey(option.flag)] = answer;
  }
  const { options: needed } = findMissing(definition, { args: input.args, options });
  return needed.length === 0
    ? { args: input.args, options }
    : askForMissing(definition, { args: input.args, options }, surroundings, deps);
}

interface Asker {
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
  const asked: Named = { message: argumentQuestion(argument), name: argument.name };
  const { choices } = argument;
  if (choices !== undefined) return asker.prompter.choose({ ...asked, choices, offered: null });
  const kind = argument.ids ?? (argument.of === 'file' ? undefined : argument.of);
  if (kind === 'policy-assignment') return askAssignment(asker, argument);
  const found = kind === undefined ? null : await askById(asker, byName(asked), kind, false);
  if (found !== null) return found;
  return asker.prompter.text({
    ...asked,
    offered: null,
    check: (text) => checkArgument(argument, text),
    reads: () => null,
  });
}

/** A policy value and what it is to be, one after the other. */
async function askAssignment(asker: Asker, argument: ArgumentDefinition): Promise<string> {
  const key = await askById(asker, { message: 'Which value is to be set?' }, 'policy-key', false);
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
  input: CommandInput,
  offered: string | null,
  refused?: CommandInput['options'][string],
): Promise<string | boolean> {
  const { flag, value } = option;
  const { prompter } = asker;
  const asked: Named = { message: optionQuestion(option), name: flag };
  if (value === undefined) return askYesOrNo(prompter, `${asked.message} (${flag})`, false);
  if (value.choices !== undefined) return prompter.choose({ ...asked, choices: value.choices, offered });
  const found = value.ids === undefined ? null : await askById(asker, byName(asked), value.ids, true);
  if (found !== null) return found;
  const limits = (await option.limits?.(input, asker.deps)) ?? null;
  return prompter.text({
    ...asked,
    offered,
    check: (text) => {
      if (text === '' && offered === '') return true;
      const checked = checkTyped(value, text, input.options);
      if (checked !== true) return checked;
      return limits?.(text) ?? (text !== refused || `${text} was refused.`);
    },
    reads: (text) => readsAs(value, text),
  });
}

/** Asks for an id by a part of a name; null where there is nothing to search in, and the id has to be typed. */
async function askById(
  { prompter, deps }: Asker,
  asked: Named,
  kind: IdKind,
  alsoTyped: boolean,
): Promise<string | null> {
  const search = await searchFor(kind, deps, { alsoTyped });
  return search === null ? null : prompter.search({ ...asked, search });
}

/** Says that a part of a name will do. */
function byName({ message, name }: Named): Named {
  return { message: `${message}, or a part of a name`, ...(name === undefined ? {} : { name }) };
}

/** What is not given, not needed, and has something to offer. */
function isLeftOpen(option: OptionDefinition, options: CommandInput['options']): boolean {
  return option.offers !== undefined && options[optionKey(option.flag)] === undefined;
}
