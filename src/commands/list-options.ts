import type { CommandInput, OptionDefinition } from '../shell/command-definition.ts';
import { given, textOption } from './typed-values.ts';

/** What lists of applications and of loans are narrowed by alike. */
export const NARROWING_OPTIONS: readonly OptionDefinition[] = [
  {
    flag: '--external-reference',
    value: { name: 'TEXT', kind: 'text' },
    says: "the caller's own reference of the application",
    field: 'external_reference',
  },
  {
    flag: '--created-after',
    value: { name: 'TIME', kind: 'text' },
    says: 'made later than a date or timestamp',
    field: 'created_after',
  },
  {
    flag: '--updated-after',
    value: { name: 'TIME', kind: 'text' },
    says: 'changed later than a date or timestamp',
    field: 'updated_after',
  },
];

/** The same as fields of the operation. */
export function narrowing(input: CommandInput) {
  return given({
    external_reference: textOption(input, 'externalReference'),
    created_after: textOption(input, 'createdAfter'),
    updated_after: textOption(input, 'updatedAfter'),
  });
}

/** Part of what a row says; every list has it. */
export const SEARCH_OPTION: OptionDefinition = {
  flag: '--search',
  value: { name: 'TEXT', kind: 'text' },
  says: 'part of what a row says; Arabic spellings are folded',
};
