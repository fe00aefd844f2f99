import type { OperationInput, OperationName, OperationOutput } from '../contract/operation-types.ts';
import { OPERATIONS } from '../contract/operations.ts';
import type { Outcome } from '../contract/problem.ts';
import type { Deps } from '../shell/command-definition.ts';
import { stillNeeded } from './awaiting.ts';

/** What a person is told and asked before a write. */
export interface Asking {
  readonly summary: readonly string[];
  readonly question: string;
  /** False: Enter means no. */
  readonly defaultYes?: boolean;
}

/**
 * Carries out a write that has to be agreed to: rehearses it, says what it will do, asks, then does just that or
 * nothing. A dry run only rehearses. With `--yes` it goes straight ahead.
 */
export async function carryOut<Name extends OperationName>(
  deps: Deps,
  name: Name,
  input: OperationInput<Name>,
  ask: (plan: OperationOutput<Name>) => Asking | Promise<Asking>,
): Promise<Outcome<OperationOutput<Name>>> {
  const backend = await deps.backend();
  if (deps.dryRun) return backend.call(name, input, { dryRun: true });
  if (deps.assumeYes) return backend.call(name, input);
  const plan = await backend.call(name, input, { dryRun: true, rehearsal: true });
  if (!plan.ok) {
    const mayBeTyped = plan.problem.code === 'not_offered' && OPERATIONS[name].ofInterface;
    return mayBeTyped ? carryOutAsTyped(deps, name, input) : plan;
  }
  // Sent before and its answer lost: this is that answer, and there is nothing left to agree to.
  if (plan.replayed === true) return plan;
  const { summary, question, defaultYes } = await ask(plan.value);
  const needed = stillNeeded(plan.value as object);
  const told = needed === null ? summary : [...summary, needed];
  const answer = await deps.confirm(told, question, defaultYes === undefined ? {} : { defaultYes });
  if (answer !== true) return { ok: false, problem: answer };
  return backend.call(name, input, { agreed: plan.value });
}

/** A server of another make does not rehearse: what is agreed to is what was typed, and Enter means no. */
async function carryOutAsTyped<Name extends OperationName>(
  deps: Deps,
  name: Name,
  input: OperationInput<Name>,
): Promise<Outcome<OperationOutput<Name>>> {
  const backend = await deps.backend();
  const typed = Object.entries(input).map(([field, value]) => `  ${field}: ${value}`);
  const summary = ['This server does not say beforehand what it will do. It is sent as typed:', ...typed];
  const answer = await deps.confirm(summary, 'Send it?', { defaultYes: false });
  return answer === true ? backend.call(name, input) : { ok: false, problem: answer };
}
