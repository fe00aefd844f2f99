import type { Desk } from './desk.ts';
import { setPolicy } from './desk-loans.ts';

/** Up to 5,000 one officer, up to 50,000 two, above that three administrators. */
export const BANDS = [
  { up_to: 5_000, roles: ['officer'], approvals: 1 },
  { up_to: '50000.00', roles: ['officer'], approvals: 2 },
  { up_to: null, roles: ['admin'], approvals: 3 },
];

/** Sets policy values as whoever is at the desk. */
export async function controls(desk: Desk, values: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(values)) await setPolicy(desk, key, value);
}

/** Goes on as somebody who may decide, pay out and book. */
export function officer(desk: Desk, name: string): Desk {
  return desk.as(`${name}@bank.example`, 'officer', 'servicing');
}

/** The code a call is refused with, or `done`. */
export async function codeOfCall(answer: ReturnType<Desk['call']>): Promise<string> {
  const settled = await answer;
  return settled.ok ? 'done' : settled.problem.code;
}

/** Everything in the ledger but the approvals and the audit trail. */
export async function factsOf(desk: Desk): Promise<unknown> {
  const { approvals: _approvals, ...rest } = (await desk.fingerprint()) as Record<string, unknown>;
  return rest;
}
