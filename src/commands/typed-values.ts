import { formatAmount, parseAmount } from '../domain/money.ts';
import { isRefusal } from '../domain/refusal.ts';
import type { CommandInput } from '../shell/command-definition.ts';

/** The text of an option, or undefined when it was not given. */
export function textOption(input: CommandInput, name: string): string | undefined {
  const value = input.options[name];
  return typeof value === 'string' ? value : undefined;
}

/** True when a switch was given. */
export function switchOption(input: CommandInput, name: string): boolean {
  return input.options[name] === true;
}

/**
 * An amount as typed, in the plain form the operations take: grouped thousands and Arabic digits are read here.
 * What cannot be read goes on as it is, so that the operation refuses it together with its other faults.
 */
export function plainAmount(text: string): string {
  const amount = parseAmount(text, { grouping: true });
  return isRefusal(amount) ? text : formatAmount(amount);
}

/** Leaves out what was not given, so that an absent option is an absent field. */
export function given<T extends Record<string, unknown>>(
  fields: T,
): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
