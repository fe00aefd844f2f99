import type { CommandDefinition, CommandInput } from './command-definition.ts';
import { optionKey } from './option-key.ts';
import { SHARED_OPTIONS } from './shared-options.ts';

/** The command line a problem is about: its fields and ids are named by what was typed. */
export interface Typed {
  readonly definition: CommandDefinition;
  readonly input: CommandInput;
}

/** The JSON name of the field an option's value goes to. */
export function fieldOf(option: { readonly flag: string; readonly field?: string }): string {
  return option.field ?? option.flag.replace(/^-+/, '').replaceAll('-', '_');
}

/**
 * How the fields of a problem are named to whoever typed the flags: `--rate (interest_rate)`, or the flag alone where
 * both are the same word. A field that came from a file has no flag and is not in the answer.
 */
export function flagsByField({ definition, input }: Typed): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { name } of definition.args) names.set(name.toLowerCase(), name);
  // Shared ones are named whether typed or not: only what was typed comes into question.
  // What to print is no field of a request, and a source profile has columns of its own.
  for (const option of SHARED_OPTIONS) if (option.flag !== '--columns') addNames(names, option);
  for (const option of definition.options) {
    if (input.options[optionKey(option.flag)] !== undefined) addNames(names, option);
  }
  return names;
}

function addNames(names: Map<string, string>, option: { readonly flag: string; readonly field?: string }) {
  const field = fieldOf(option);
  const isSame = option.flag === `--${field.replaceAll('_', '-')}`;
  names.set(field, isSame ? option.flag : `${option.flag} (${field})`);
  // Some names of the interface are written in the other way.
  if (isSame) names.set(optionKey(option.flag), option.flag);
}

/** A hint in which `LOAN`, `APP` and the like are the id that was typed, so that its command can be copied. */
export function withTypedIds(hint: string, { definition, input }: Typed): string {
  return definition.args.reduce((text, { name, of }, at) => {
    const id = input.args[at];
    if (of === undefined || of === 'file' || id === undefined || !/^[\w.-]+$/.test(id)) return text;
    return text.replace(new RegExp(`(?<= )${name}(?![\\w-])`, 'g'), id);
  }, hint);
}
