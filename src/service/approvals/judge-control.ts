import { hash } from 'node:crypto';
import type { OperationName } from '../../contract/operation-types.ts';
import { bandFor } from '../../domain/controls.ts';
import { formatAmountGrouped } from '../../domain/money.ts';
import { foldEmail } from '../../domain/officer.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { ApprovalState } from '../../store/access-port.ts';
import type { ReadTx, WriteTx } from '../../store/port.ts';
import type { Call, Control } from '../call.ts';
import type { ControlsInForce } from './controls-in-force.ts';

/** How many have agreed, the one who calls included, and how many must. */
export interface ApprovalCount {
  readonly given: number;
  readonly needed: number;
}

export interface Verdict {
  /** null: one person is enough. */
  readonly count: ApprovalCount | null;
  /** What waits for the same content; null: nothing does. */
  readonly waiting: ApprovalState | null;
  readonly contentHash: string;
}

/**
 * Whether the caller may do this now, or must wait for others. Refuses with `second_person_needed` whoever did the
 * step before or has agreed already, with `role_missing` whoever may not approve that much.
 */
export async function judgeControl(
  tx: ReadTx,
  name: OperationName,
  control: Control<never>,
  controls: ControlsInForce,
  call: Call,
): Promise<Verdict | Refusal> {
  const needed = await peopleNeeded(control, controls, call);
  if (isRefusal(needed)) return needed;
  const contentHash = contentHashOf(name, control);
  const [waiting = null] = await tx.approvals.waitingFor(contentHash);
  if (needed < 2) return { count: null, waiting, contentHash };
  const earlier = waiting === null ? [] : givenBy(waiting);
  if (earlier.some((person) => isSamePerson(person, call.caller.actor))) {
    return refuse(
      'second_person_needed',
      `${call.caller.actor} has approved this already; ${earlier.length} of ${needed} approvals are given`,
      { hint: 'Ask a colleague to give the same command.' },
    );
  }
  return { count: { given: earlier.length + 1, needed }, waiting, contentHash };
}

/** True when the caller's agreement is not enough yet. */
export function isShort(verdict: Verdict): boolean {
  return verdict.count !== null && verdict.count.given < verdict.count.needed;
}

/** Ends the waiting for what is carried out now, and for what it settles. */
export async function endWaiting(
  tx: WriteTx,
  name: OperationName,
  control: Control<never>,
  verdict: Verdict,
  call: Call,
): Promise<void> {
  const step = { doneAt: call.now, doneBy: call.caller.actor };
  if (verdict.waiting !== null) {
    const { number: approvalNumber, steps } = verdict.waiting;
    const result = control.result ?? null;
    await tx.insert.approvalSteps([
      { approvalNumber, number: steps.length + 1, kind: 'carried_out', result, ...step },
    ]);
  }
  if (control.settles !== true) return;
  for (const other of await tx.approvals.ofObject(control.object)) {
    if (other.operation !== name || other.steps.some(({ kind }) => kind !== 'given')) continue;
    const number = other.steps.length + 1;
    await tx.insert.approvalSteps([
      { approvalNumber: other.number, number, kind: 'overtaken', result: null, ...step },
    ]);
  }
}

/** The people who agreed to what waits. */
export function givenBy(approval: ApprovalState): string[] {
  return approval.steps.filter(({ kind }) => kind === 'given').map(({ doneBy }) => doneBy);
}

/** Whether two names in the audit trail are one person's. */
export function isSamePerson(a: string, b: string): boolean {
  return foldEmail(a) === foldEmail(b);
}

async function peopleNeeded(
  control: Control<never>,
  controls: ControlsInForce,
  call: Call,
): Promise<number | Refusal> {
  const { action, alsoAction = action } = control;
  const underFourEyes = controls.fourEyes.some((one) => one === action || one === alsoAction);
  if (underFourEyes && control.notBy !== undefined) {
    const before = await control.notBy();
    const same = before.find(({ person }) => isSamePerson(person, call.caller.actor));
    if (same !== undefined) {
      return refuse('second_person_needed', `${call.caller.actor} ${same.did}; another person must do this`);
    }
  }
  const byAuthority = approvalsByAuthority(control, controls, call);
  if (isRefusal(byAuthority)) return byAuthority;
  return Math.max(byAuthority, underFourEyes && control.notBy === undefined ? 2 : 1);
}

function approvalsByAuthority(
  control: Control<never>,
  controls: ControlsInForce,
  call: Call,
): number | Refusal {
  const amount = control.amountPiastres ?? null;
  const band = amount === null ? null : bandFor(controls.authority, amount);
  if (amount === null || band === null) return 1;
  const { roles } = call.caller;
  const may = roles === null || roles.some((role) => role === 'admin' || band.roles.includes(role));
  if (may) return band.approvals;
  return refuse(
    'role_missing',
    `approving ${formatAmountGrouped(amount)} is for the role ${band.roles.join(' or ')}`,
  );
}

function contentHashOf(name: OperationName, control: Control<never>): string {
  return hash('sha256', JSON.stringify([name, control.content]), 'hex');
}
