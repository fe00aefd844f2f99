import type { DatedValue } from './dated-values.ts';
import type { LateFee, LateFees } from './late-fees.ts';
import { formatAmount, type Piastres, parseAmount } from './money.ts';
import type { PolicyKind } from './policy-kinds.ts';
import { isRefusal } from './refusal.ts';

const MOST_DAYS = 365;

/** A fee as JSON, such as `{"amount": 50, "after_days": 5}`, or none. Kept with the amount as decimal text. */
export const lateFeeKind: PolicyKind<LateFee | null> = {
  allowed: `none, or JSON such as {"amount": 50.00, "after_days": 5}, with an amount above 0 and 1 to ${MOST_DAYS} days`,
  read(value) {
    if (value === null || value === 'none') return null;
    const given = typeof value === 'string' ? parsedJson(value) : value;
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
    const { amount, after_days: days, ...rest } = given as Record<string, unknown>;
    const amountPiastres = parseAmount(String(amount));
    if (Object.keys(rest).length > 0 || isRefusal(amountPiastres) || amountPiastres === 0) return undefined;
    if (!Number.isInteger(days) || Number(days) < 1 || Number(days) > MOST_DAYS) return undefined;
    return { amountPiastres, afterDays: Number(days) };
  },
  keep: (fee) =>
    fee === null ? null : { amount: formatAmount(fee.amountPiastres), after_days: fee.afterDays },
};

/** The rule of late fees a policy document holds; null where it never had one, which spares all of the work. */
export function lateFeesOf(document: Readonly<Record<string, readonly DatedValue[]>>): LateFees | null {
  const entries = document.late_fee ?? [];
  if (entries.every(({ value }) => value === null)) return null;
  return {
    fees: entries.map(({ from, value }) => ({ from, value: readKept(value) })),
    tolerances: (document.arrears_tolerance ?? []).map(({ from, value }) => ({
      from,
      value: parseAmount(String(value)) as Piastres,
    })),
  };
}

/** Throws on a value only a damaged ledger can hold. */
function readKept(value: unknown): LateFee | null {
  const fee = lateFeeKind.read(value);
  if (fee === undefined) throw new Error(`policy late_fee holds ${JSON.stringify(value)}`);
  return fee;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
