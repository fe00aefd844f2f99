import { foldDigits, formatAmountGrouped, piastres } from '../domain/money.ts';
import type { Deps } from '../shell/command-definition.ts';
import { plainAmount } from './typed-values.ts';

type Limit = ((text: string) => string | null) | null;

/** Amounts from one policy value to another, for a prompt; null where the policy cannot be read. */
export async function amountsOfPolicy(low: string, high: string, deps: Deps): Promise<Limit> {
  const values = await policyNumbers([low, high], deps);
  if (values === null) return null;
  const [least = 0, most = 0] = values;
  return (text) => {
    const amount = Number(plainAmount(text));
    return amount >= least && amount <= most ? null : `It must be ${inWords(least)} to ${inWords(most)} EGP.`;
  };
}

/** Rates within the policy, in percent, the same way. */
export async function ratesOfPolicy(deps: Deps): Promise<Limit> {
  const values = await policyNumbers(['min_interest_rate', 'max_interest_rate'], deps);
  if (values === null) return null;
  const [least = 0, most = 0] = values;
  return (text) => {
    const rate = Number(foldDigits(text));
    return rate >= least && rate <= most ? null : `It must be ${least} to ${most} percent.`;
  };
}

/** Terms within the policy, in months, the same way. */
export async function termsOfPolicy(deps: Deps): Promise<Limit> {
  const values = await policyNumbers(['max_term_months'], deps);
  if (values === null) return null;
  const [most = 0] = values;
  return (text) => {
    const months = Number(foldDigits(text));
    return months >= 1 && months <= most ? null : `It must be 1 to ${most} months.`;
  };
}

/** Amounts up to one that is known, such as what was asked for; null: it is not known. */
export function amountsUpTo(most: number | null, says: string): Limit {
  if (most === null) return null;
  return (text) => (Number(plainAmount(text)) <= most ? null : `${says} ${inWords(most)} EGP.`);
}

async function policyNumbers(keys: readonly string[], deps: Deps): Promise<readonly number[] | null> {
  const backend = await deps.lookups();
  if ((await backend.isOurs?.()) === false) return null;
  const policy = await backend.call('policy.show', {});
  if (!policy.ok) return null;
  const numbers = keys.map((key) => Number(policy.value.values.find((one) => one.key === key)?.value));
  return numbers.every(Number.isFinite) ? numbers : null;
}

function inWords(amount: number): string {
  return formatAmountGrouped(piastres(Math.round(amount * 100)));
}
