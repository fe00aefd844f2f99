import { scenarioOf } from './flows.ts';
import { runInWords } from './run-scenario.ts';
import { runAlone, shrunk } from './shrink.ts';

export interface Round {
  readonly firstSeed: number;
  /** Files that are imported at least. */
  readonly imports: number;
}

/** Runs scenario after scenario; throws the smallest files that go wrong as the first of them did, with its seed. */
export async function runRound({ firstSeed, imports }: Round): Promise<void> {
  let done = 0;
  for (let seed = firstSeed; done < imports; seed++) {
    const scenario = scenarioOf(seed);
    const run = await runAlone(scenario);
    done += run.imports;
    if (run.fault === null) continue;
    const small = await shrunk({ scenario, run });
    throw new Error(`seed ${seed}: ${run.fault.message}\n\n${runInWords(small.scenario, small.run)}`);
  }
}
