import type { Problem } from '../contract/problem.ts';
import type {
  ArgumentDefinition,
  CommandDefinition,
  CommandInput,
  OptionDefinition,
} from './command-definition.ts';
import { optionKey } from './option-key.ts';

export interface Missing {
  readonly args: readonly ArgumentDefinition[];
  readonly options: readonly OptionDefinition[];
}

/** What a command still needs before it can run. */
export function findMissing(definition: CommandDefinition, input: CommandInput): Missing {
  const isGiven = (option: OptionDefinition) => input.options[optionKey(option.flag)] !== undefined;
  const isReplaced = definition.options.some(
    (option) => option.insteadOfRequired === true && isGiven(option),
  );
  return {
    args: definition.args.filter((argument, at) => argument.required && input.args[at] === undefined),
    options: definition.options.filter((option) => {
      const always = option.required === true && !isReplaced;
      return (always || option.requiredWhen?.(input.options) === true) && !isGiven(option);
    }),
  };
}

/** Names everything that is missing at once, for whoever cannot be asked. */
export function missingProblem(definition: CommandDefinition, missing: Missing): Problem {
  const names = [
    ...missing.args.map((argument) => argument.name),
    ...missing.options.map((option) => option.flag),
  ];
  const said = `loandesk ${definition.path.join(' ')}`;
  return {
    code: 'values_missing',
    detail: `${said} needs ${sentenceList(names)}.`,
    hint: `See "loandesk help ${definition.path.join(' ')}"; on a terminal they are asked for.`,
    errors: names.map((name) => ({
      pointer: `/${name.replace(/^-+/, '').replaceAll('-', '_').toLowerCase()}`,
      code: 'required',
      message: `${name} is missing`,
    })),
  };
}

function sentenceList(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
