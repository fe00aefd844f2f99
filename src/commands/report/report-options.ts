import type { CommandInput, Deps, OptionDefinition } from '../../shell/command-definition.ts';
import { given, textOption } from '../typed-values.ts';

/** The book as it was known at a time, whatever was booked later. */
const KNOWN_AT: OptionDefinition = {
  flag: '--known-at',
  value: { name: 'TIME', kind: 'text' },
  says: 'leave out what was booked later; a timestamp, or a date for the end of that day in Cairo',
};

export const FROM: OptionDefinition = {
  flag: '--from',
  value: { name: 'DATE', kind: 'date' },
  says: 'first day',
};
export const TO: OptionDefinition = { flag: '--to', value: { name: 'DATE', kind: 'date' }, says: 'last day' };

/** What every report takes. */
export const REPORT_OPTIONS: readonly OptionDefinition[] = [KNOWN_AT];

/** The date and the booking time asked for, as the operations take them. */
export function horizonOf(input: CommandInput, deps: Deps) {
  return given({ as_of: deps.asOf ?? undefined, known_at: textOption(input, 'knownAt') });
}
