import type { Problem } from '../contract/problem.ts';
import { parseDate } from '../domain/dates.ts';
import { looksLikeId, parseId } from '../domain/identifiers.ts';
import { foldDigits, formatAmountGrouped, parseAmount } from '../domain/money.ts';
import { nearestWord } from '../domain/nearest-word.ts';
import { parseRate } from '../domain/rate.ts';
import { isRefusal } from '../domain/refusal.ts';
import type {
  ArgumentDefinition,
  CommandDefinition,
  CommandInput,
  OptionDefinition,
} from './command-definition.ts';
import { optionKey } from './option-key.ts';
import { fieldOf } from './typed-names.ts';

/** A faulty value of the line, as a problem names it. */
export type TypedFault = NonNullable<Problem['errors']>[number] & { readonly name: string };

/** Checks a value as it is typed at a prompt: true, or what is wrong with it. The service checks again. */
export function checkTyped(
  value: NonNullable<OptionDefinition['value']>,
  text: string,
  options: CommandInput['options'] = {},
): true | string {
  const typed = text.trim();
  if (typed === '') return 'A value is needed.';
  if (value.words?.includes(typed) === true) return true;
  const { kind, choices } = value;
  if (choices !== undefined && !choices.includes(typed)) return notAChoice(typed, choices);
  if (kind === 'integer' && !/^\d{1,9}$/.test(foldDigits(typed))) {
    return `${JSON.stringify(typed)} is not a whole number`;
  }
  const read =
    kind === 'amount'
      ? parseAmount(typed, { grouping: true })
      : kind === 'rate'
        ? parseRate(typed, { maxE4: Number.POSITIVE_INFINITY })
        : kind === 'date'
          ? parseDate(typed)
          : null;
  if (isRefusal(read)) return read.message;
  return value.check?.(typed, options) ?? true;
}

/** How an amount is understood, to be shown while it is typed; null: as it stands. */
export function readsAs({ kind }: NonNullable<OptionDefinition['value']>, text: string): string | null {
  const amount = kind === 'amount' ? parseAmount(text, { grouping: true }) : null;
  return amount === null || isRefusal(amount) ? null : `${formatAmountGrouped(amount)} EGP`;
}

/** Checks an argument the same way: an id by its form and its check character. */
export function checkArgument({ of }: ArgumentDefinition, text: string): true | string {
  const typed = text.trim();
  if (typed === '') return 'A value is needed.';
  if (of === undefined || of === 'file' || of === 'user') return true;
  const looksLike = looksLikeId(typed);
  // A merchant may be named by an id of its own, and a loan by that of its application.
  if (of === 'merchant' && looksLike !== 'merchant') return true;
  // Anything else may be an alias; an id that is cut short passes here and is not found.
  if (of === 'loan' && looksLike === null && !/^(LN|APP)-/i.test(typed)) return true;
  const read = parseId(of === 'loan' && looksLike === 'application' ? 'application' : of, typed);
  if (!isRefusal(read)) return true;
  return read.code === 'id_mistyped' && read.hint !== undefined
    ? `${read.message}: ${read.hint}`
    : read.message;
}

/** Everything in a line that cannot be right, whatever else it still needs. */
export function typedFaults(definition: CommandDefinition, input: CommandInput): readonly TypedFault[] {
  const faults: TypedFault[] = [];
  for (const [at, argument] of definition.args.entries()) {
    const text = input.args[at];
    const checked = text === undefined ? true : checkArgument(argument, text);
    if (checked === true) continue;
    faults.push({
      name: argument.name,
      pointer: `/${argument.name.toLowerCase()}`,
      code: 'invalid',
      message: checked,
    });
  }
  for (const option of definition.options) {
    const text = input.options[optionKey(option.flag)];
    if (option.value === undefined || typeof text !== 'string') continue;
    const checked = checkTyped(option.value, text, input.options);
    if (checked === true) continue;
    faults.push({ name: option.flag, pointer: `/${fieldOf(option)}`, code: 'invalid', message: checked });
  }
  return faults;
}

/** The problem of values that are wrong: exit 2, before anything is asked for. */
export function wronglyTyped(faults: readonly TypedFault[]): Problem {
  const [first] = faults;
  const detail =
    faults.length === 1 ? `${first!.name}: ${first!.message}` : `${faults.length} values are not right:`;
  return { code: 'usage', detail, hint: 'Correct the values named.', errors: faults.map(withoutName) };
}

/** The faults as a problem lists them. */
export function withoutName({ pointer, code, message }: TypedFault): NonNullable<Problem['errors']>[number] {
  return { pointer, code, message };
}

function notAChoice(typed: string, choices: readonly string[]): string {
  const near = nearestWord(typed, choices);
  const meant = near === null ? '' : `; did you mean ${near}?`;
  return `${JSON.stringify(typed)} is not one of ${choices.join(', ')}${meant}`;
}

/** Reads an answer to a yes/no question in English or Arabic; null when it is neither. */
export function readYesOrNo(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (['y', 'yes', 'نعم', 'ن'].includes(word)) return true;
  if (['n', 'no', 'لا', 'ل'].includes(word)) return false;
  return null;
}
