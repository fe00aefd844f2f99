import type { CommandInput, OptionDefinition } from '../shell/command-definition.ts';
import { given, textOption } from './typed-values.ts';

/** `--known-at`, of every read of a loan. */
export const KNOWN_AT: OptionDefinition = {
  flag: '--known-at',
  value: { name: 'TIME', kind: 'text' },
  says: 'leave out what was booked after an instant (2026-03-31T18:00:00+02:00) or after a day, by its end in Cairo',
};

/** The loan a read is of, the date asked for, and what was known then. */
export function askedOf(
  input: CommandInput,
  deps: { readonly asOf: string | null },
): { readonly loan_id: string; readonly as_of?: string; readonly known_at?: string } {
  return {
    loan_id: input.args[0] ?? '',
    ...given({ as_of: deps.asOf ?? undefined, known_at: textOption(input, 'knownAt') }),
  };
}
