import type { Layout } from './layouts.ts';

/** The bank's accounts of the desk. */
export const ACCOUNTS = [
  'EG210002000156789012345180002',
  'EG380019000500000000263180002',
  'EG800002000156789012345180002',
] as const;

/**
 * What proves rows of an account: `balances` and `references` stand in all of its files and on all of its rows; of
 * `some`, files and payers differ; `none` has references of a few payers and nothing else.
 */
export type Evidence = 'balances' | 'references' | 'some' | 'none';

export interface AccountPlan {
  readonly evidence: Evidence;
  /** Balance before its first movement, piastres. */
  readonly opening: number;
  /** Its files may be cut within a day; else days are whole, or told from their beginning. */
  readonly slices: boolean;
}

/** What truly happened on an account of the bank. */
export interface Movement {
  readonly id: number;
  /** Place in {@link ACCOUNTS}. */
  readonly account: number;
  /** Of April 2026. */
  readonly day: number;
  /** Piastres, above zero. */
  readonly amount: number;
  readonly direction: 'credit' | 'debit';
  /** Which of the desk's loans it repays; null: none. */
  readonly loan: number | null;
  /** Whether the text names that loan. */
  readonly named: boolean;
  readonly text: string;
  /** The bank's, which no other movement has; null: it gives none. */
  readonly reference: string | null;
  /** `pending`: not booked before the next day; `failed`: never. */
  readonly fate: 'booked' | 'pending' | 'failed';
  /** Day from which the bank tells it as reversed, where it tells statuses. */
  readonly reversedOn: number | null;
  /** A credit that it takes back. */
  readonly takesBack: number | null;
}

/** A file: of one account, seldom of another too; or of payments that staff typed off it. */
export interface ToldFile {
  readonly account: number;
  /** Movements it tells, in the bank's order. */
  readonly told: readonly number[];
  /** Day on which it was made, which matters to what the bank says of statuses. */
  readonly madeOn: number;
  readonly layout: Layout;
  /** Movements whose amount is damaged in it; they come again in its reject file, corrected. */
  readonly damaged: readonly number[];
}

/** What is done at the desk. */
export type Step =
  | { readonly does: 'import'; readonly name: string; readonly file: ToldFile }
  /** Takes back what the import of that name posted. */
  | { readonly does: 'undo'; readonly of: string }
  /** Answers every unsure row, as is true. */
  | { readonly does: 'answer' }
  /** Matches one of the held rows whose loan nobody named, or dismisses it; or reverses one of the payments. */
  | { readonly does: 'match' | 'dismiss' | 'reverse'; readonly which: number }
  /** A payment typed by hand, with its reference if it has one. */
  | { readonly does: 'pay'; readonly movement: number }
  /** Agrees that returned payments are taken back. */
  | { readonly does: 'return' };

/** All of a run of the model: the truth, and what is done. */
export interface Scenario {
  readonly seed: number;
  readonly accounts: readonly AccountPlan[];
  /** Balances and references stand on both sides wherever they are said to: nothing may be unsure there. */
  readonly ordinary: boolean;
  /** In the order they happened. */
  readonly movements: readonly Movement[];
  readonly steps: readonly Step[];
}

/** A movement with the balance of its account after it. */
export interface ToldMovement extends Movement {
  readonly balance: number;
}

/** Movements by id, with balances: one that failed moves nothing. */
export function withBalances({ accounts, movements }: Scenario): ReadonlyMap<number, ToldMovement> {
  const balances = accounts.map(({ opening }) => opening);
  return new Map(
    movements.map((movement) => {
      const before = balances[movement.account] as number;
      const signed = movement.direction === 'credit' ? movement.amount : -movement.amount;
      const balance = movement.fate === 'failed' ? before : before + signed;
      balances[movement.account] = balance;
      return [movement.id, { ...movement, balance }];
    }),
  );
}

/**
 * Days in whose course a balance came back to where it was, of accounts whose files tell balances: a slice of such a
 * day, as of refused rows, may be an earlier or a later round, and nobody can be sure.
 */
export function roundDays(scenario: Scenario): ReadonlySet<string> {
  const seen = new Set<string>();
  const rounds = new Set<string>();
  const visit = (account: number, day: number, balance: number) => {
    const point = `${account} ${day} ${balance}`;
    if (seen.has(point)) rounds.add(`${account} ${day}`);
    seen.add(point);
  };
  const before = scenario.accounts.map(({ opening }) => opening);
  const begun = new Set<string>();
  for (const { account, day, balance, fate } of withBalances(scenario).values()) {
    if (fate === 'failed') continue;
    if (!begun.has(`${account} ${day}`)) visit(account, day, before[account] as number);
    begun.add(`${account} ${day}`);
    visit(account, day, balance);
    before[account] = balance;
  }
  return rounds;
}

/** `2026-04-07` */
export function dateOf(day: number): string {
  return `2026-04-${String(day).padStart(2, '0')}`;
}

/** `1500.00`, below zero with a sign. */
export function poundsOf(piastres: number): string {
  return (piastres / 100).toFixed(2);
}

/** What a file made on a day says of a movement: booked, reversed since, or not settled yet. */
export function statusOn({ fate, day, reversedOn }: Movement, madeOn: number): TellingStatus {
  if (fate === 'failed') return 'failed';
  if (fate === 'pending' && madeOn <= day) return 'pending';
  return reversedOn !== null && madeOn >= reversedOn ? 'reversed' : 'booked';
}

export type TellingStatus = 'booked' | 'pending' | 'failed' | 'reversed';
