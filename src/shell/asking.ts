import type { Problem } from '../contract/problem.ts';
import { displayText } from '../render/display-text.ts';
import type { CommandDefinition, CommandInput, Deps, ValueKind } from './command-definition.ts';
import { findMissing } from './missing-values.ts';
import { optionKey } from './option-key.ts';
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
    args.push(await askOne(surroundings, `${argument.name} (${argument.says})`, 'text'));
  }
  // An answer can make another value necessary, so what is missing is looked up again each time.
  for (;;) {
    const next = findMissing(definition, { args, options }).options[0];
    if (next === undefined) return { args, options };
    if (!told && definition.beforeAsking?.flags.includes(next.flag) === true) {
      told = true;
      tell(surroundings, await definition.beforeAsking.tell({ args, options }, deps));
    }
    const question = `${next.says} (${next.flag})`;
    options[optionKey(next.flag)] =
      next.value === undefined
        ? await askYesOrNo(surroundings, question, false)
        : await askOne(surroundings, question, next.value.kind, next.value);
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
  if (await askYesOrNo(surroundings, question, defaultYes)) return true;
  return {
    code: 'confirmation_needed',
    detail: 'The answer was no: nothing was written.',
    hint: 'Run it again when it is to go ahead.',
  };
}

function tell(surroundings: Surroundings, lines: readonly string[]): void {
  surroundings.writeError(lines.map((line) => `${displayText(line)}\n`).join(''));
}

async function askYesOrNo(
  surroundings: Surroundings,
  question: string,
  defaultYes: boolean,
): Promise<boolean> {
  const { input } = await import('./prompts.ts');
  const { readYesOrNo } = await import('./typed-checks.ts');
  const answer = await interruptible(
    input(
      {
        message: `${displayText(question)} (${defaultYes ? 'Y/n' : 'y/N'})`,
        validate: (text) =>
          text.trim() === '' || readYesOrNo(text) !== null || 'Answer yes or no (نعم or لا).',
      },
      surroundings.promptStreams(),
    ),
  );
  return readYesOrNo(answer) ?? defaultYes;
}

async function askOne(
  surroundings: Surroundings,
  question: string,
  kind: ValueKind,
  { choices, words = [] }: { choices?: readonly string[]; words?: readonly string[] } = {},
): Promise<string> {
  const { input, select } = await import('./prompts.ts');
  const message = displayText(question);
  if (choices !== undefined) {
    return interruptible(
      select({ message, choices: choices.map((value) => ({ value })) }, surroundings.promptStreams()),
    );
  }
  const { checkTyped } = await import('./typed-checks.ts');
  const answer = await interruptible(
    input(
      { message, validate: (text) => words.includes(text.trim()) || checkTyped(kind, text) },
      surroundings.promptStreams(),
    ),
  );
  return answer.trim();
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
