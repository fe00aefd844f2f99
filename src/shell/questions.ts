import type { ArgumentDefinition, OptionDefinition } from './command-definition.ts';

/** What an argument is the id of, in words. */
const ID_WORDS = {
  loan: 'id of a loan',
  application: 'id of an application',
  disbursement: 'reference of a disbursement',
  merchant: 'id of a merchant',
  payment: 'id of a payment',
  batch: 'id of a batch',
  held_row: 'id of a held row',
  user: 'id of a user',
} as const;

/** What a prompt asks for an option: a question or a noun that a person reads. */
export function optionQuestion({ asks, says }: OptionDefinition): string {
  return asks ?? capitalised(says.replace(/ \(default.*\)$/, ''));
}

/** What a prompt asks for an argument. */
export function argumentQuestion({ asks, says }: ArgumentDefinition): string {
  return asks ?? capitalised(says);
}

/** An argument named in a sentence: `the id of a merchant (M)`. */
export function argumentInWords({ name, of }: ArgumentDefinition): string {
  return of === undefined || of === 'file' ? name : `the ${ID_WORDS[of]} (${name})`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
