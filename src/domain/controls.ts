import { formatAmount, type Piastres, parseAmount } from './money.ts';
import type { PolicyKind } from './policy-kinds.ts';
import { isRefusal } from './refusal.ts';

/** What a bank may want two people for. */
const FOUR_EYES_ACTIONS = [
  'decision',
  'disbursement',
  'reversal',
  'undo',
  'match',
  'dismiss',
  'completion',
  'failure',
  'refund',
  'write-off',
  'cancel',
  'policy',
  'roles',
] as const;

export type FourEyesAction = (typeof FOUR_EYES_ACTIONS)[number];

/** Who may approve a loan up to an amount, and how many of them it takes. */
export interface AuthorityBand {
  /** The largest amount of the band; null: the last one, which has no limit. */
  readonly upToPiastres: Piastres | null;
  readonly roles: readonly string[];
  readonly approvals: number;
}

/** Roles that may decide at all. */
const DECIDING_ROLES: readonly string[] = ['officer', 'admin'];
const MOST_APPROVALS = 9;

/** Some of the actions, typed with commas between them, or `none`; kept as an array in the order of the list. */
export const fourEyesKind: PolicyKind<readonly FourEyesAction[]> = {
  allowed: `none, or some of ${FOUR_EYES_ACTIONS.join(', ')}, with commas between them`,
  read(value) {
    if (value === 'none') return [];
    const words = typeof value === 'string' ? value.split(',').map((word) => word.trim()) : value;
    if (!Array.isArray(words)) return undefined;
    const known: readonly unknown[] = FOUR_EYES_ACTIONS;
    if (!words.every((word) => known.includes(word))) return undefined;
    return FOUR_EYES_ACTIONS.filter((action) => words.includes(action));
  },
  keep: (actions) => actions,
};

/** Bands as JSON, in rising order, the last without a limit; or `none`. Kept with amounts as decimal text. */
export const authorityKind: PolicyKind<readonly AuthorityBand[]> = {
  allowed:
    'none, or bands in rising order of which the last has no limit, as JSON such as ' +
    '[{"up_to": 50000, "roles": ["officer"], "approvals": 1}, {"up_to": null, "roles": ["admin"], "approvals": 2}], ' +
    `with the roles ${DECIDING_ROLES.join(' and ')} and 1 to ${MOST_APPROVALS} approvals`,
  read(value) {
    if (value === 'none') return [];
    const bands = typeof value === 'string' ? parsedJson(value) : value;
    if (!Array.isArray(bands)) return undefined;
    const read = bands.map(readBand);
    if (read.includes(undefined)) return undefined;
    const known = read as AuthorityBand[];
    return isRising(known) ? known : undefined;
  },
  keep: (bands) =>
    bands.map((band) => ({
      up_to: band.upToPiastres === null ? null : formatAmount(band.upToPiastres),
      roles: band.roles,
      approvals: band.approvals,
    })),
};

/** The band an amount falls into; null when the bank has set none. */
export function bandFor(bands: readonly AuthorityBand[], amountPiastres: Piastres): AuthorityBand | null {
  return bands.find((band) => band.upToPiastres === null || amountPiastres <= band.upToPiastres) ?? null;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readBand(value: unknown): AuthorityBand | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { up_to: upTo, roles, approvals, ...rest } = value as Record<string, unknown>;
  if (Object.keys(rest).length > 0 || upTo === undefined) return undefined;
  const amount = upTo === null ? null : parseAmount(String(upTo));
  if (isRefusal(amount) || amount === 0) return undefined;
  if (!Array.isArray(roles) || roles.length === 0) return undefined;
  if (!roles.every((role) => DECIDING_ROLES.includes(role as string))) return undefined;
  if (!Number.isInteger(approvals) || Number(approvals) < 1 || Number(approvals) > MOST_APPROVALS)
    return undefined;
  const chosen = DECIDING_ROLES.filter((role) => roles.includes(role));
  return { upToPiastres: amount, roles: chosen, approvals: Number(approvals) };
}

function isRising(bands: readonly AuthorityBand[]): boolean {
  return bands.every((band, index) => {
    const last = index === bands.length - 1;
    if (last || band.upToPiastres === null) return last && band.upToPiastres === null;
    const next = bands[index + 1]?.upToPiastres;
    return next === null || (next !== undefined && next > band.upToPiastres);
  });
}
