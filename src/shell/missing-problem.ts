import type { Problem } from '../contract/problem.ts';
import type { CommandDefinition, OptionDefinition } from './command-definition.ts';
import type { Missing } from './missing-values.ts';
import { argumentInWords } from './questions.ts';
import { type TypedFault, withoutName } from './typed-checks.ts';
import { fieldOf } from './typed-names.ts';

/** Names everything that is missing, and everything typed that is wrong, at once, for whoever cannot be asked. */
export function missingProblem(
  definition: CommandDefinition,
  missing: Missing,
  faults: readonly TypedFault[],
): Problem {
  const names = [...missing.args.map(argumentInWords), ...missing.options.map(optionInWords)];
  const words = definition.path.join(' ');
  const [switches] = missing.options.map(({ orFlags }) => orFlags).filter((flags) => flags !== undefined);
  const help = `see "loandesk help ${words}"; on a terminal they are asked for`;
  return {
    code: 'values_missing',
    detail: `loandesk ${words} needs ${sentenceList(names)}.`,
    hint: switches === undefined ? `${help}.` : `Give one of ${switches.join(', ')}; ${help}.`,
    errors: [
      ...missing.args.map((argument) => required(argument.name.toLowerCase(), argument.name)),
      ...missing.options.map((option) => required(fieldOf(option), option.flag)),
      ...faults.map(withoutName),
    ],
  };
}

function required(field: string, name: string): NonNullable<Problem['errors']>[number] {
  return { pointer: `/${field}`, code: 'required', message: `${name} is missing` };
}

function optionInWords({ flag, orFlags }: OptionDefinition): string {
  return orFlags === undefined ? flag : sentenceList(orFlags, 'or');
}

function sentenceList(names: readonly string[], joint: 'and' | 'or' = 'and'): string {
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} ${joint} ${names.at(-1)}`;
}
