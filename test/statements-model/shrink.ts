import type { Movement, Scenario, Step, ToldFile } from './bank.ts';
import type { Layout } from './layouts.ts';
import { openModelDesk } from './model-desk.ts';
import { type Run, runScenario } from './run-scenario.ts';

/** A scenario that goes wrong, and how. */
export interface Failing {
  readonly scenario: Scenario;
  readonly run: Run;
}

/** Runs a scenario on a desk of its own. */
export async function runAlone(scenario: Scenario): Promise<Run> {
  const desk = await openModelDesk();
  try {
    return await runScenario(scenario, desk);
  } finally {
    await desk.close();
  }
}

const MOST_TRIES = 600;

/** Leaves away what a fault does not need: steps, movements, rows of files, and what is odd about their layouts. */
export async function shrunk(failing: Failing): Promise<Failing> {
  let best = failing;
  let tries = 0;
  const take = async (scenario: Scenario): Promise<boolean> => {
    tries += 1;
    const run = await runAlone(scenario);
    if (run.fault?.kind !== failing.run.fault?.kind) return false;
    best = { scenario, run };
    return true;
  };
  for (let isSmaller = true; isSmaller && tries < MOST_TRIES; ) {
    isSmaller = false;
    for (const smaller of [withoutStep, withoutMovement, withoutRow, plainer]) {
      let at = 0;
      for (let next = smaller(best.scenario, at); next !== 'end' && tries < MOST_TRIES; ) {
        // What is left away leaves its place to the next.
        const isTaken = next !== 'same' && (await take(next));
        if (isTaken) isSmaller = true;
        else at += 1;
        next = smaller(best.scenario, at);
      }
    }
  }
  return best;
}

/** A scenario without its `at`th part; `same`: nothing to leave away there; `end`: it has no such part. */
type Smaller = (scenario: Scenario, at: number) => Scenario | 'same' | 'end';

const withoutStep: Smaller = (scenario, at) => {
  const { steps } = scenario;
  if (at >= steps.length) return 'end';
  // The last ones first: what comes behind the fault goes at once.
  const place = steps.length - 1 - at;
  return { ...scenario, steps: steps.toSpliced(place, 1) };
};

const withoutMovement: Smaller = (scenario, at) => {
  const gone = scenario.movements[at];
  if (gone === undefined) return 'end';
  const isGone = (id: number | null) => id === gone.id;
  const movements = scenario.movements
    .filter(({ id }) => !isGone(id))
    .map((one): Movement => (isGone(one.takesBack) ? { ...one, takesBack: null } : one));
  const steps = scenario.steps.flatMap((step): Step[] => {
    if (step.does === 'pay' && isGone(step.movement)) return [];
    return [step.does === 'import' ? { ...step, file: without(step.file, gone.id) } : step];
  });
  return { ...scenario, movements, steps };
};

/** One row of one file; rows of files that are equal go together, as they are the same file again. */
const withoutRow: Smaller = (scenario, at) => {
  let left = at;
  for (const step of scenario.steps) {
    if (step.does !== 'import') continue;
    const id = step.file.told[left];
    if (id === undefined) {
      left -= step.file.told.length;
      continue;
    }
    // Only at an end: what is told stays one stretch.
    if (left !== 0 && left !== step.file.told.length - 1) return 'same';
    const file = without(step.file, id);
    const steps = scenario.steps.map((one) =>
      one.does === 'import' && one.file === step.file ? { ...one, file } : one,
    );
    return isCutRightly(scenario, file) ? { ...scenario, steps } : 'same';
  }
  return 'end';
};

/** Where neither balance nor reference tells rows apart, a day is told from its beginning. */
function isCutRightly({ accounts, movements }: Scenario, { account, told }: ToldFile): boolean {
  const evidence = accounts[account]?.evidence;
  if (evidence === 'balances' || evidence === 'references') return true;
  const first = movements.find(({ id }) => id === told[0]);
  return (
    first === undefined || movements.find((one) => one.account === account && one.day === first.day) === first
  );
}

function without(file: ToldFile, gone: number): ToldFile {
  const kept = (ids: readonly number[]) => ids.filter((id) => id !== gone);
  return { ...file, told: kept(file.told), damaged: kept(file.damaged) };
}

const PLAIN = {
  headings: 'english',
  valueDate: false,
  branch: false,
  amount: 'sides',
  order: 'oldest',
  placeholder: '',
  text: 'plain',
  delimiter: ',',
  dates: 'iso',
  amounts: 'plain',
  quotes: 'needed',
  marked: false,
  saved: 'text',
  blank: '',
  account: 'above',
  status: false,
  daily: false,
  envelope: false,
  repeats: false,
  version: '02',
  referenceIn: 'entry',
} as const;

const plainer: Smaller = (scenario, at) => {
  const keys = Object.keys(PLAIN) as (keyof typeof PLAIN)[];
  const key = keys[at % keys.length] as keyof typeof PLAIN;
  const importAt = Math.floor(at / keys.length);
  const imports = scenario.steps.filter((step) => step.does === 'import');
  const step = imports[importAt];
  if (step === undefined) return 'end';
  const layout = step.file.layout as unknown as Record<string, unknown>;
  if (!(key in layout) || layout[key] === PLAIN[key]) return 'same';
  if (layout.kind === 'mt940' && key === 'placeholder') return 'same';
  // A file that says its account is another matter.
  if (layout[key] === 'unsaid') return 'same';
  const file = { ...step.file, layout: { ...layout, [key]: PLAIN[key] } as unknown as Layout };
  const steps = scenario.steps.map((one) =>
    one.does === 'import' && one.file === step.file ? { ...one, file } : one,
  );
  return { ...scenario, steps };
};
