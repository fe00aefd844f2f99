import { nearestWord } from '../domain/nearest-word.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';

/** Reads a comma-separated list of words that must each be one of `choices`; undefined when absent. */
export function readChoices<Word extends string>(
  name: string,
  given: string | undefined,
  choices: readonly Word[],
): readonly Word[] | undefined | Refusal {
  if (given === undefined) return undefined;
  const words = given.split(',').map((word) => word.trim());
  const wrong = words.find((word) => !choices.some((choice) => choice === word));
  if (wrong !== undefined) {
    const near = nearestWord(wrong, choices);
    return refuse('invalid_query', `${name} is "${wrong}"; it must be one of ${choices.join(', ')}`, {
      hint: near === null ? `Use one or several of ${choices.join(',')}.` : `Did you mean ${near}?`,
    });
  }
  return choices.filter((choice) => words.includes(choice));
}
