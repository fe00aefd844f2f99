import type { Problem } from '../contract/problem.ts';
import type { CommandDefinition, CommandInput } from './command-definition.ts';
import { optionKey } from './option-key.ts';
import { usageProblem } from './usage-problem.ts';

/** What was typed that cannot go together: found before anything is asked for or looked up. */
export function conflictOf(definition: CommandDefinition, input: CommandInput): Problem | null {
  return definition.conflict?.(input) ?? besideReplacement(definition, input);
}

/** A file takes the place of all fields; one given beside it would be left out without a word. */
function besideReplacement({ options }: CommandDefinition, input: CommandInput): Problem | null {
  const isGiven = ({ flag }: { readonly flag: string }) => input.options[optionKey(flag)] !== undefined;
  const replacement = options.find((option) => option.insteadOfRequired === true && isGiven(option));
  if (replacement === undefined) return null;
  const beside = options.filter((option) => option.field !== undefined && isGiven(option));
  if (beside.length === 0) return null;
  return usageProblem(
    `${replacement.flag} stands for all the values, and ${beside.map(({ flag }) => flag).join(', ')} cannot be given beside it.`,
    `Leave out ${replacement.flag}, or ${beside.length === 1 ? 'the other' : 'the others'}.`,
  );
}
