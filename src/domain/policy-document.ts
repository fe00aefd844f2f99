import { ASSESSMENT_DEFINITIONS } from './assessment-policy.ts';
import { type DatedValue, valueInForce } from './dated-values.ts';
import type { CalendarDate } from './dates.ts';
import { DOCUMENT_DEFINITIONS } from './document-policy.ts';
import { EXPORT_DEFINITIONS } from './export-policy.ts';
import { nearestWord } from './nearest-word.ts';
import type { PolicyDefinition } from './policy-kinds.ts';
import { LENDING_DEFINITIONS } from './policy-values.ts';
import { type Refusal, refuse } from './refusal.ts';

/** Every business value a bank may set, each with its history of dates; kept as JSON, a version per change. */
export type PolicyDocument = Readonly<Record<string, readonly DatedValue[]>>;

const DEFINITIONS: Readonly<Record<string, PolicyDefinition<unknown>>> = {
  ...(LENDING_DEFINITIONS as Readonly<Record<string, PolicyDefinition<unknown>>>),
  ...ASSESSMENT_DEFINITIONS,
  ...(DOCUMENT_DEFINITIONS as Readonly<Record<string, PolicyDefinition<unknown>>>),
  ...(EXPORT_DEFINITIONS as Readonly<Record<string, PolicyDefinition<unknown>>>),
};

/** What the program ships with; holds from the beginning of time, whatever day a ledger was made. */
export const SHIPPED_POLICY: PolicyDocument = Object.fromEntries(
  Object.entries(DEFINITIONS).map(([key, { shipped }]) => [key, [{ from: null, value: shipped }]]),
);

/** Every key of the policy, in the order of their declaration. */
export const POLICY_KEYS: readonly string[] = Object.keys(DEFINITIONS);

/** Pairs of which the first may not be above the second on any date. */
const ORDERED_PAIRS = [
  ['min_interest_rate', 'max_interest_rate'],
  ['min_requested_amount', 'max_requested_amount'],
  ['assessment.min_amount', 'assessment.max_amount'],
] as const;

/**
 * The value of a key in force on a date, as kept in the document (money and rates as decimal text). A key an
 * older document has not falls back to the shipped value; undefined for a key that is none.
 */
export function policyValue(document: PolicyDocument, key: string, date: CalendarDate): unknown {
  const value = Object.hasOwn(document, key) ? valueInForce(document[key] ?? [], date) : undefined;
  if (value !== undefined) return value;
  return Object.hasOwn(DEFINITIONS, key) ? DEFINITIONS[key]?.shipped : undefined;
}

/**
 * A document in which a key has a new value from a date on; the one given is not changed. The text is read
 * as typed. Refuses with `unknown_policy_key` or `invalid_policy_value`, the latter naming what is allowed.
 */
export function setPolicyValue(
  document: PolicyDocument,
  key: string,
  textValue: string,
  from: CalendarDate,
): PolicyDocument | Refusal {
  const definition = Object.hasOwn(DEFINITIONS, key) ? DEFINITIONS[key] : undefined;
  if (definition === undefined) {
    const near = nearestWord(key, Object.keys(DEFINITIONS));
    return refuse('unknown_policy_key', `there is no policy value ${JSON.stringify(key)}`, {
      hint: near === null ? 'list them: loandesk policy show' : `did you mean ${near}?`,
    });
  }
  const text = textValue.trim();
  const value = definition.kind.read(text);
  if (value === undefined) {
    return refuse(
      'invalid_policy_value',
      `${key} must be ${definition.kind.allowed}; ${JSON.stringify(text)} is not`,
    );
  }
  const history = Object.hasOwn(document, key) ? document[key] : SHIPPED_POLICY[key];
  const changed = { ...document, [key]: [...(history ?? []), { from, value: definition.kind.keep(value) }] };
  return firstContradiction(changed) ?? changed;
}

function firstContradiction(document: PolicyDocument): Refusal | null {
  for (const [lowKey, highKey] of ORDERED_PAIRS) {
    const entries = [...(document[lowKey] ?? []), ...(document[highKey] ?? [])];
    // Nothing changes between these dates; the day before all of them stands for the beginning of time.
    for (const date of new Set(entries.map((entry) => entry.from ?? ('0000-01-01' as CalendarDate)))) {
      const low = policyValue(document, lowKey, date);
      const high = policyValue(document, highKey, date);
      if (Number(low) <= Number(high)) continue;
      const when = date.startsWith('0000') ? 'at the start' : `on ${date}`;
      return refuse('invalid_policy_value', `${lowKey} ${low} would be above ${highKey} ${high} ${when}`);
    }
  }
  return null;
}
