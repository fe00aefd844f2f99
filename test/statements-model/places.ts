import { type Evidence, type Movement, poundsOf, type ToldMovement } from './bank.ts';

/** What is wrong, by a word a list of them can be counted by, and in full. */
export class Fault extends Error {
  readonly kind: string;

  constructor(kind: string, message: string) {
    super(`${kind}: ${message}`);
    this.kind = kind;
  }
}

/** Where a movement went: a payment, or a row that is held. */
export interface Place {
  readonly id: string;
  /** Payments made of a held row. */
  paymentIds: readonly string[];
  readonly movement: Movement;
  readonly group: string;
  /** The import that made it; null: booked by hand. */
  readonly importName: string | null;
  /** Whether it waits for a person to say if it is known. */
  unsure: boolean;
  /** Whether it waits because its payment was taken back. */
  readonly again: boolean;
  /** It says that a payment was taken back. */
  readonly returned: boolean;
  /**
   * `duplicate`: a person has found it told before. `reversed`: a person took its payment back. `ended`: so did the
   * payer. `undone`: with its file.
   */
  state: 'payment' | 'open' | 'dismissed' | 'duplicate' | 'reversed' | 'ended' | 'undone' | 'freed';
}

interface Counts {
  readonly told: number;
  readonly sure: number;
  readonly again: number;
  readonly unsure: number;
}

const STANDING: readonly Place['state'][] = ['payment', 'open', 'dismissed', 'ended'];

/**
 * All that went anywhere. Movements that no file of their account can tell apart are a group: of these no more may
 * stand than were ever told at once, and no fewer.
 */
export class Places {
  readonly #evidence: readonly Evidence[];
  readonly #all: Place[] = [];
  readonly #told = new Map<string, number>();

  constructor(evidence: readonly Evidence[]) {
    this.#evidence = evidence;
  }

  /** What a movement has in common with those that cannot be told from it. */
  groupOf(movement: ToldMovement): string {
    const { account, day, amount, direction, text, loan, named, reference, balance } = movement;
    const evidence = this.#evidence[account] as Evidence;
    const whose = named ? `loan${loan}` : 'nobody';
    const content = [account, day, amount, direction, text.replaceAll(' ', '_'), whose].join('|');
    if (evidence === 'some') return `${content} `;
    return `${content} ${[reference, ...(evidence === 'balances' ? [balance] : [])].join('|')}`;
  }

  /** Whether of all movements that look like those of a group as many stand as were told: some stand for others. */
  isMixedUp(group: string): boolean {
    const [content] = group.split(' ');
    const groups = [...this.#told.keys()].filter((other) => other.startsWith(`${content} `));
    const counts = groups.map((other) => this.counts(other));
    const sum = (of: (each: (typeof counts)[number]) => number) =>
      counts.reduce((all, each) => all + of(each), 0);
    return sum(({ told }) => told) === sum(({ sure, unsure }) => sure + unsure);
  }

  add(place: Place): void {
    if (this.#all.some(({ id, state }) => id === place.id && state !== 'undone'))
      throw new Fault('id_twice', `${place.id} was answered for two rows`);
    this.#all.push(place);
  }

  /** The place of an id, of a payment or a held row. */
  named(id: string): Place | null {
    return this.#all.findLast((place) => place.id === id || place.paymentIds.includes(id)) ?? null;
  }

  all(): readonly Place[] {
    return this.#all;
  }

  ofGroup(group: string): readonly Place[] {
    return this.#all.filter((place) => place.group === group);
  }

  /** How many of a group are told, and stand for sure, of these again after a reversal, or perhaps. */
  counts(group: string): Counts {
    const standing = this.ofGroup(group).filter((place) => !place.returned && STANDING.includes(place.state));
    return {
      told: this.#told.get(group) ?? 0,
      sure: standing.filter((place) => !place.unsure).length,
      again: standing.filter((place) => place.again && place.state !== 'payment').length,
      unsure: standing.filter((place) => place.unsure).length,
    };
  }

  tell(group: string, told: number): void {
    this.#told.set(group, told);
  }

  /** Forgets that more were told than stand: a person took them away. */
  settle(group: string): void {
    const { told, sure, unsure } = this.counts(group);
    this.tell(group, Math.min(told, sure + unsure));
  }

  /** What an undone import made is gone, but for what a person had dismissed or taken back. */
  undo(importName: string): void {
    for (const place of this.#all) {
      if (place.importName !== importName) continue;
      const taken = place.state === 'payment' || place.state === 'open';
      place.state = taken ? 'undone' : 'freed';
      this.settle(place.group);
    }
  }
}

/** `movement 7 (credit 500.00 of 2026-04-03, reference FT7, "Transfer", loan 2 named, account 0)` */
export function inWords(movement: Movement): string {
  const { id, direction, amount, day, reference, text, loan, named, account } = movement;
  const whose = loan === null ? 'no loan' : `loan ${loan}${named ? ' named' : ''}`;
  return `movement ${id} (${direction} ${poundsOf(amount)} of April ${day}, reference ${reference}, "${text}", ${whose}, account ${account})`;
}
