import type { AccountPlan, Evidence, Movement } from './bank.ts';
import type { Chance } from './chance.ts';

interface Payer {
  readonly text: string;
  readonly loan: number | null;
  readonly named: boolean;
  readonly gives: boolean;
}

const AMOUNTS = [10_000, 10_000, 25_050, 9_900, 120_000] as const;
const FIRST_DAY = 3;

/** Whose movements are made up. */
interface History {
  readonly account: number;
  readonly plan: AccountPlan;
  /** No other account has to do with its loans. */
  readonly apart: boolean;
  readonly firstId: number;
}

/** What happens on an account in some days: few payers and amounts, so that equal payments are common. */
export function movementsOf(
  { account, plan: { evidence, opening, slices }, apart, firstId }: History,
  chance: Chance,
): readonly Movement[] {
  const loans = apart ? [account * 2, account * 2 + 1] : [0, 1, 2, 3, 4, 5];
  const payers = Array.from({ length: chance.between(1, 3) }, (_, at) =>
    payerOf(at, evidence, loans, chance),
  );
  const made: Movement[] = [];
  const distinct = new Distinct(opening, evidence === 'balances' && slices);
  const days = chance.between(1, 4);
  for (let day = FIRST_DAY; day < FIRST_DAY + days; day++) {
    const count = chance.between(day === FIRST_DAY ? 1 : 0, 4);
    for (let at = 1; at <= count; at++) {
      const before = { account, evidence, day, id: firstId + made.length, made };
      const movement = movementOf(before, payers, at === count, chance);
      if (distinct.take(movement)) made.push(movement);
    }
  }
  return made;
}

/** Within a day of slices two equal rows with equal balances could not be told apart by anybody. */
class Distinct {
  #balance: number;
  readonly #matters: boolean;
  readonly #seen = new Set<string>();

  constructor(opening: number, matters: boolean) {
    this.#balance = opening;
    this.#matters = matters;
  }

  take({ day, amount, direction, fate }: Movement): boolean {
    const after = fate === 'failed' ? 0 : direction === 'credit' ? amount : -amount;
    const key = `${day} ${amount} ${direction} ${this.#balance + after}`;
    if (this.#matters && this.#seen.has(key)) return false;
    this.#seen.add(key);
    this.#balance += after;
    return true;
  }
}

function payerOf(at: number, evidence: Evidence, loans: readonly number[], chance: Chance): Payer {
  const gives = { balances: 0.4, references: 1, some: 0.5, none: 0.25 }[evidence];
  const loan = chance.happens(0.9) ? chance.pick(loans) : null;
  return {
    text: `${chance.pick(['Transfer Customer', 'InstaPay', 'IPN from Customer'])} ${at + 1}`,
    loan,
    named: loan !== null && chance.happens(0.75),
    gives: chance.happens(gives),
  };
}

interface Before {
  readonly account: number;
  readonly evidence: Evidence;
  readonly day: number;
  readonly id: number;
  readonly made: readonly Movement[];
}

function movementOf(before: Before, payers: readonly Payer[], isLast: boolean, chance: Chance): Movement {
  const { account, evidence, day, id, made } = before;
  const reference = `FT26${account}${String(id).padStart(4, '0')}`;
  const shared = { id, account, day, fate: 'booked', reversedOn: null, takesBack: null } as const;
  const sure = evidence === 'balances' || evidence === 'references';
  const back = made.filter((one) => canComeBack(one) && one.day <= day && !isTakenBack(one, made));
  if (sure && back.length > 0 && chance.happens(0.08))
    return takenBack(shared, chance.pick(back), before, chance);
  if (chance.happens(0.2)) {
    const text = chance.pick(['Fee', 'Sweep to treasury']);
    const amount = text === 'Fee' ? 700 : chance.pick(AMOUNTS);
    const own = evidence === 'references' ? reference : null;
    return { ...shared, amount, direction: 'debit', loan: null, named: false, text, reference: own };
  }
  const { gives, ...payer } = chance.pick(payers);
  const fate = isLast && chance.happens(0.1) ? 'pending' : chance.happens(0.06) ? 'failed' : 'booked';
  const reversed = evidence === 'references' && fate === 'booked' && chance.happens(0.1);
  return {
    ...shared,
    ...payer,
    amount: chance.pick(AMOUNTS),
    direction: 'credit',
    reference: gives && (evidence !== 'some' || chance.happens(0.7)) ? reference : null,
    fate,
    reversedOn: reversed ? day + chance.between(1, 2) : null,
  };
}

function canComeBack({ direction, fate, reversedOn }: Movement): boolean {
  return direction === 'credit' && fate === 'booked' && reversedOn === null;
}

function isTakenBack({ id }: Movement, made: readonly Movement[]): boolean {
  return made.some(({ takesBack }) => takesBack === id);
}

/** The bank takes a credit back, under a reference of its own or that of the credit. */
function takenBack(
  shared: Pick<Movement, 'id' | 'account' | 'day' | 'fate' | 'reversedOn'>,
  credit: Movement,
  { evidence, account, id }: Before,
  chance: Chance,
): Movement {
  const { amount, text, loan, named } = credit;
  const own = `FT26${account}${String(id).padStart(4, '0')}`;
  const given = chance.happens(0.5) ? credit.reference : own;
  return {
    ...shared,
    amount,
    loan,
    named,
    direction: 'debit',
    text: `RETURN ${text}`,
    reference: evidence === 'references' ? (given ?? own) : credit.reference === null ? null : given,
    takesBack: credit.id,
  };
}
