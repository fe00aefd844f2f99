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
    args: definition.args.filter(
      (argument, at) => argument.required && !isReplaced && input.args[at] === undefined,
    ),
    options: definition.options.filter((option) => {
      const always = option.required === true && !isReplaced;
      return (always || option.requiredWhen?.(input.options) === true) && !isGiven(option);
    }),
  };
}
