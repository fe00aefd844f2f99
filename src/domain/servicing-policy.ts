import type { DatedValue } from './dated-values.ts';
import type { CalendarDate } from './dates.ts';
import type { LateFee } from './late-fees.ts';
import { formatAmount, type Piastres, parseAmount } from './money.ts';
import { type PolicyKind, rateKind } from './policy-kinds.ts';
import type { RateE4 } from './rate.ts';
import { isRefusal } from './refusal.ts';
import type { ServicingRules } from './servicing-rules.ts';

const MOST_DAYS = 365;

/** A fee as JSON, such as `{"amount": 50, "after_days": 5}`, or none. Kept with the amount as decimal text. */
export const lateFeeKind: PolicyKind<LateFee | null> = {
  allowed: `none, or JSON such as {"amount": 50.00, "after_days": 5}, with an amount above 0 and 1 to ${MOST_DAYS} days`,
  read(value) {
    if (value === null || value === 'none') return null;
    const given = readObject(value);
    if (given === undefined) return undefined;
    const { amount, after_days: days, ...rest } = given;
    const amountPiastres = parseAmount(String(amount));
    if (Object.keys(rest).length > 0 || isRefusal(amountPiastres) || amountPiastres === 0) return undefined;
    if (!Number.isInteger(days) || Number(days) < 1 || Number(days) > MOST_DAYS) return undefined;
    return { amountPiastres, afterDays: Number(days) };
  },
  keep: (fee) =>
    fee === null ? null : { amount: formatAmount(fee.amountPiastres), after_days: fee.afterDays },
};

/** The most a rest may be that is released, as JSON such as `{"amount": 5.00}`; or none. Kept as decimal text. */
export const smallBalanceKind: PolicyKind<Piastres | null> = {
  allowed: 'none, or JSON such as {"amount": 5.00}, with an amount above 0',
  read(value) {
    if (value === null || value === 'none') return null;
    const given = readObject(value);
    if (given === undefined || Object.keys(given).join() !== 'amount') return undefined;
    const amount = parseAmount(String(given.amount));
    return isRefusal(amount) || amount === 0 ? undefined : amount;
  },
  keep: (amount) => (amount === null ? null : { amount: formatAmount(amount) }),
};

/** A rate in percent a year on what is overdue, or none. */
export const penaltyRateKind: PolicyKind<RateE4 | null> = {
  allowed: `none, or ${rateKind.allowed}`,
  read: (value) => (value === null || value === 'none' ? null : rateKind.read(value)),
  keep: (rate) => (rate === null ? null : rateKind.keep(rate)),
};

type Document = Readonly<Record<string, readonly DatedValue[]>>;

/**
 * The rules by which payments divide that a policy document holds; null where it never had one, which spares all of
 * the work. `earlierThrough` is the ledger's: see {@link ServicingRules}.
 */
export function servicingRulesOf(
  document: Document,
  earlierThrough: CalendarDate | null,
): ServicingRules | null {
  const fees = ever('late_fee', lateFeeKind, document);
  const penaltyRates = ever('penalty_rate', penaltyRateKind, document);
  const smallBalances = ever('small_balance', smallBalanceKind, document);
  const none = fees.length + penaltyRates.length + smallBalances.length === 0;
  if (none && earlierThrough === null) return null;
  const tolerances = (document.arrears_tolerance ?? []).map(({ from, value }) => ({
    from,
    value: parseAmount(String(value)) as Piastres,
  }));
  return { fees, penaltyRates, smallBalances, tolerances, earlierThrough };
}

/** The history of a value, read; empty where it was never anything but none. Throws on what only a damaged ledger holds. */
function ever<T>(key: string, kind: PolicyKind<T | null>, document: Document): DatedValue[] {
  const entries = document[key] ?? [];
  if (entries.every(({ value }) => value === null)) return [];
  return entries.map(({ from, value: kept }) => {
    const value = kind.read(kept);
    if (value === undefined) throw new Error(`policy ${key} holds ${JSON.stringify(kept)}`);
    return { from, value };
  });
}

/** A JSON object, given as such or as text; undefined for what is none. */
function readObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const given = typeof value === 'string' ? parsedJson(value) : value;
  return typeof given === 'object' && given !== null && !Array.isArray(given)
    ? (given as Record<string, unknown>)
    : undefined;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
