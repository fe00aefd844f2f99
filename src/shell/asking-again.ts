import type { Problem } from '../contract/problem.ts';
import type {
  CommandDefinition,
  CommandInput,
  CommandResult,
  Deps,
  OptionDefinition,
} from './command-definition.ts';
import { problemText } from './problem-text.ts';
import { say } from './said.ts';
import type { Surroundings } from './surroundings.ts';
import { fieldOf } from './typed-names.ts';

/** Whoever is refused so often has to look elsewhere for what to answer. */
const MOST_TIMES = 5;

/** How a command ended, and what it was given in the end. */
export interface Ended {
  readonly input: CommandInput;
  readonly result: CommandResult;
}

/**
 * Goes on with a command whose values were asked for and refused: says why, asks again for what the problem names, and
 * runs it anew with all other answers as they were. Ends with what it did, or with a problem that other answers do not
 * mend.
 */
export async function mendedByAnswers(
  definition: CommandDefinition,
  ended: Ended,
  surroundings: Surroundings,
  deps: Deps,
): Promise<Ended> {
  let { input, result } = ended;
  const { askAgain } = await import('./asking.ts');
  for (let times = 0; times < MOST_TIMES && !result.ok; times += 1) {
    const refused = optionsAtFault(definition, result.problem);
    if (refused.length === 0) break;
    say(surroundings, problemText(result.problem, { definition, input }));
    input = await askAgain(definition, input, refused, surroundings, deps);
    result = await definition.run(input, deps);
  }
  return { input, result };
}

/** The options a problem is about; none where it is about anything else, too, which no answer to them mends. */
function optionsAtFault(
  { options }: CommandDefinition,
  { code, errors = [] }: Problem,
): readonly OptionDefinition[] {
  const named = new Set(errors.map(({ pointer }) => pointer.slice(1)));
  const atFault = options.filter(
    (option) => named.has(fieldOf(option)) || option.mends?.some((mended) => mended === code) === true,
  );
  const isWhole = [...named].every((field) => atFault.some((option) => fieldOf(option) === field));
  return isWhole ? atFault : [];
}
