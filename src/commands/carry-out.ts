import type { OperationInput, OperationName, OperationOutput } from '../contract/operation-types.ts';
import type { Outcome } from '../contract/problem.ts';
import type { Deps } from '../shell/command-definition.ts';

/** What a person is told and asked before a write. */
export interface Asking {
  readonly summary: readonly string[];
  readonly question: string;
  /** False: Enter means no. */
  readonly defaultYes?: boolean;
}

/**
 * Carries out a write that has to be agreed to: rehearses it, says what it will do, asks, then does it. A dry
 * run only rehearses. With `--yes` it goes straight ahead.
 */
export async function carryOut<Name extends OperationName>(
  deps: Deps,
  name: Name,
  input: OperationInput<Name>,
  ask: (plan: OperationOutput<Name>) => Asking,
): Promise<Outcome<OperationOutput<Name>>> {
  const backend = await deps.backend();
  if (deps.dryRun) return backend.call(name, input, { dryRun: true });
  if (!deps.assumeYes) {
    const plan = await backend.call(name, input, { dryRun: true, rehearsal: true });
    if (!plan.ok) return plan;
    const { summary, question, defaultYes } = ask(plan.value);
    const agreed = await deps.confirm(summary, question, defaultYes === undefined ? {} : { defaultYes });
    if (agreed !== true) return { ok: false, problem: agreed };
  }
  return backend.call(name, input);
}
