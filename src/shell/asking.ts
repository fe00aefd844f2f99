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
import { findMissing } from './missing-values.ts';
import { optionKey } from './option-key.ts';
import { argumentQuestion, optionQuestion } from './questions.ts';
import { say } from './said.ts';
import type { Surroundings } from './surroundings.ts';
import { Interrupted } from './thrown.ts';

/** Asks on the terminal for everything a command still needs, one value after the other. */
export async function askForMissing(
  definition: CommandDefinition,
  input: CommandInput,
  surroundings: Surroundings,
  deps: Deps,
): Promise<CommandInput> {
  let told = false;
  const args = [...input.args];
  const options = { ...input.options };
  for (const argument of findMissing(definition, input).args) {
    args.push(await askArgument(surroundings, argument));
  }
  // An answer can make another value necessary, so what is missing is looked up again each time.
  for (;;) {
    const next = findMissing(definition, { args, options }).options[0];
    if (next === undefined) return { args, options };
    if (!told && definition.beforeAsking?.flags.includes(next.flag) === true) {
      told = true;
      tell(surroundings, await definition.beforeAsking.tell({ args, options }, deps));
    }
    options[optionKey(next.flag)] = await askOption(surroundings, next, options);
  }
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
  if (await askYesOrNo(surroundings, displayText(question), defaultYes)) return true;
  return { code: 'declined', detail: 'Nothing was written.' };
}

function tell(surroundings: Surroundings, lines: readonly string[]): void {
  for (const line of lines) say(surroundings, displayText(line));
}

async function askYesOrNo(
  surroundings: Surroundings,
  message: string,
  defaultYes: boolean,
): Promise<boolean> {
  const { input } = await import('./prompts.ts');
  const { readYesOrNo } = await import('./typed-checks.ts');
  const answer = await interruptible(
    input(
      {
        message: `${message} (${defaultYes ? 'Y/n' : 'y/N'})`,
        validate: (text) =>
          text.trim() === '' || readYesOrNo(text) !== null || 'Answer yes or no (نعم or لا).',
      },
      surroundings.promptStreams(),
    ),
  );
  return readYesOrNo(answer) ?? defaultYes;
}

async function askArgument(surroundings: Surroundings, argument: ArgumentDefinition): Promise<string> {
  const { checkArgument } = await import('./typed-checks.ts');
  return askText(surroundings, withName(surroundings, argumentQuestion(argument), argument.name), (text) =>
    checkArgument(argument, text),
  );
}

async function askOption(
  surroundings: Surroundings,
  option: OptionDefinition,
  before: CommandInput['options'],
): Promise<string | boolean> {
  const { flag, value } = option;
  const message = withName(surroundings, optionQuestion(option), flag);
  if (value === undefined) return askYesOrNo(surroundings, message, false);
  if (value.choices === undefined) {
    const { checkTyped } = await import('./typed-checks.ts');
    return askText(surroundings, message, (text) => checkTyped(value, text, before));
  }
  const { select } = await import('./prompts.ts');
  const choices = value.choices.map((choice) => ({ value: choice }));
  return interruptible(select({ message, choices }, surroundings.promptStreams()));
}

async function askText(
  surroundings: Surroundings,
  message: string,
  validate: (text: string) => true | string,
): Promise<string> {
  const { input } = await import('./prompts.ts');
  const answer = await interruptible(input({ message, validate }, surroundings.promptStreams()));
  return answer.trim();
}

/** A question with the flag that answers it beside it, dimmed. */
function withName(surroundings: Surroundings, question: string, name: string): string {
  const isColoured = colorLevel({}, surroundings.machine.environment, surroundings.stderrIsTerminal) === 1;
  return isColoured ? `${question} \u001b[22;2m(${name})\u001b[22m` : `${question} (${name})`;
}

/** Ctrl-C, and the end of input, at a prompt. */
export async function interruptible<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && (error.name === 'ExitPromptError' || error.name === 'AbortPromptError')) {
      throw new Interrupted();
    }
    throw error;
  }
}
