import {
  type AccountPlan,
  type Evidence,
  type Movement,
  type Scenario,
  type Step,
  statusOn,
  type ToldFile,
} from './bank.ts';
import type { Chance } from './chance.ts';
import { Chance as SeededChance } from './chance.ts';
import { habitsOf, varied } from './habits.ts';
import type { Layout } from './layouts.ts';
import { movementsOf } from './movements.ts';

/** How the statements of an account are cut. */
interface Cutting {
  readonly account: number;
  readonly evidence: Evidence;
  /** Anywhere within a day; else days are whole, or told from their beginning. */
  readonly slices: boolean;
  /** Staff type payments of it too. */
  readonly byStaff: boolean;
  readonly movements: readonly Movement[];
  readonly layouts: readonly Layout[];
}

/** All of one run, the same for the same seed. */
export function scenarioOf(seed: number): Scenario {
  const chance = new SeededChance(seed);
  const evidence = chance.shuffled<Evidence>([
    'balances',
    'references',
    chance.pick(['balances', 'references', 'some', 'none', 'none']),
  ]);
  const accounts: readonly AccountPlan[] = evidence.map((each) => ({
    evidence: each,
    slices: ['balances', 'references'].includes(each) && chance.happens(0.5),
    opening: chance.between(10_000, 20_000) * 100,
  }));
  // What staff type names no account: with loans of several accounts it would be anybody's.
  const byStaff = chance.happens(0.35);
  // A file that does not say its account may be of any.
  const unsaid = chance.happens(0.12) ? 0 : null;
  const alone = unsaid !== null && chance.happens(0.5);
  const cuttings: Cutting[] = [];
  const movements: Movement[] = [];
  for (const [account, plan] of accounts.entries()) {
    const { slices } = plan;
    const made = movementsOf({ account, plan, apart: byStaff, firstId: movements.length }, chance);
    movements.push(...made);
    if (made.length === 0) continue;
    const layouts = habitsOf(plan.evidence, account === unsaid, chance);
    cuttings.push({ account, evidence: plan.evidence, slices, byStaff, movements: made, layouts });
  }
  const told = alone ? cuttings.filter(({ account }) => account === unsaid) : cuttings;
  const steps = told.length === 0 ? [] : stepsOf(told, chance);
  return { seed, accounts, ordinary: unsaid === null || alone, movements, steps };
}

function stepsOf(cuttings: readonly Cutting[], chance: Chance): Step[] {
  // Most runs look at one account closely.
  const close = chance.pick(cuttings);
  const files = Array.from({ length: chance.between(4, 10) }, () => {
    const cutting = chance.happens(0.6) ? close : chance.pick(cuttings);
    const file = fileOf(cutting, chance);
    return {
      cutting,
      file: chance.happens(0.15) ? joined(file, cutting, chance.pick(cuttings), chance) : file,
    };
  });
  const ordered = chance.happens(0.5) ? files.toSorted((a, b) => a.file.madeOn - b.file.madeOn) : files;
  const steps: Step[] = [];
  const imported: { readonly name: string; readonly file: ToldFile; readonly cutting: Cutting }[] = [];
  const take = (cutting: Cutting, file: ToldFile) => {
    const name = `F${imported.length + 1}`;
    imported.push({ name, file, cutting });
    steps.push({ does: 'import', name, file });
  };
  for (const { cutting, file } of ordered) {
    take(cutting, file);
    const undoable = imported.filter((one) => one.cutting.evidence !== 'some');
    if (chance.happens(0.12) && undoable.length > 0)
      steps.push({ does: 'undo', of: chance.pick(undoable).name });
    steps.push(...deskWork(cutting, chance));
    // The same file again.
    if (chance.happens(0.15)) {
      const again = chance.pick(imported);
      take(again.cutting, again.file);
    }
  }
  return steps;
}

/** What people do between two imports. */
function deskWork({ movements, evidence, byStaff }: Cutting, chance: Chance): Step[] {
  const which = () => chance.between(0, 99);
  const payable = movements.filter((one) => isTypable(one) && one.fate !== 'failed');
  const mayPay = byStaff && evidence !== 'balances' && payable.length > 0;
  return [
    ...(chance.happens(0.2) ? [{ does: 'answer' } as const] : []),
    ...(chance.happens(0.15) ? [{ does: 'match', which: which() } as const] : []),
    ...(chance.happens(0.05) ? [{ does: 'dismiss', which: which() } as const] : []),
    ...(chance.happens(0.06) ? [{ does: 'reverse', which: which() } as const] : []),
    ...(chance.happens(0.15) ? [{ does: 'return' } as const] : []),
    ...(mayPay && chance.happens(0.2) ? [{ does: 'pay', movement: chance.pick(payable).id } as const] : []),
  ];
}

/** A payment that staff may type off a statement. */
function isTypable({ direction, loan, named, reversedOn }: Movement): boolean {
  return direction === 'credit' && loan !== null && named && reversedOn === null;
}

function fileOf(cutting: Cutting, chance: Chance): ToldFile {
  const { account, evidence, byStaff, movements } = cutting;
  const { told, madeOn } = stretchOf(cutting, chance);
  const layout = varied(chance.pick(cutting.layouts), chance);
  if (byStaff && evidence !== 'balances' && chance.happens(0.3)) {
    const own = told.filter((one) => isTypable(one) && statusOn(one, madeOn) === 'booked');
    const reference = evidence !== 'some' || chance.happens(0.5);
    const kind = chance.pick(['own', 'jsonl'] as const);
    if (own.length > 0)
      return { account, told: own.map(({ id }) => id), madeOn, layout: { kind, reference }, damaged: [] };
  }
  const spoils = layout.kind === 'csv' && !layout.balanceLines && movements.length > 1 && chance.happens(0.1);
  const damaged = spoils ? [chance.pick(told)].filter((one) => statusOn(one, madeOn) === 'booked') : [];
  return {
    account,
    told: told.map(({ id }) => id),
    madeOn,
    layout,
    damaged: damaged.map(({ id }) => id),
  };
}

/** A file of two accounts, where its layout tells them apart and proves the rows of both. */
function joined(file: ToldFile, cutting: Cutting, other: Cutting, chance: Chance): ToldFile {
  const { layout, damaged } = file;
  const isProven = [cutting, other].every(({ evidence }) => ['balances', 'references'].includes(evidence));
  const tellsAll =
    layout.kind === 'csv'
      ? layout.account === 'column' && layout.balance && layout.reference
      : (layout.kind === 'camt' || layout.kind === 'mt940') && layout.balances;
  if (other === cutting || !isProven || !tellsAll || damaged.length > 0) return file;
  const { told, madeOn } = stretchOf(other, chance);
  return {
    ...file,
    told: [...file.told, ...told.map(({ id }) => id)],
    madeOn: Math.max(file.madeOn, madeOn),
  };
}

/** A stretch of movements, and the day on which the bank tells it. */
function stretchOf(
  { movements, slices }: Cutting,
  chance: Chance,
): { readonly told: readonly Movement[]; readonly madeOn: number } {
  if (slices && chance.happens(0.5)) {
    const from = chance.between(0, movements.length - 1);
    const told = movements.slice(from, chance.between(from + 1, movements.length));
    return { told, madeOn: (told.at(-1) as Movement).day };
  }
  const days = [...new Set(movements.map(({ day }) => day))];
  const from = chance.between(0, days.length - 1);
  const to = chance.happens(0.5) ? from : chance.between(from, days.length - 1);
  const [first, last] = [days[from] as number, days[to] as number];
  const whole = movements.filter(({ day }) => day >= first && day <= last);
  if (chance.happens(0.3)) {
    const ofLast = whole.filter(({ day }) => day === last).length;
    return { told: whole.slice(0, whole.length - chance.between(0, ofLast - 1)), madeOn: last };
  }
  return { told: whole, madeOn: last + chance.pick([0, 1, 1, 3]) };
}
