import type { Policy } from '../../domain/policy-values.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { ReadTx } from '../../store/port.ts';
import type { Horizon } from '../../store/report-port.ts';
import { readAsOf } from '../as-of-date.ts';
import type { Call } from '../call.ts';
import { readKnownAt } from '../known-at.ts';
import { policyInForce } from '../policy/policy-in-force.ts';

/** What a report looks at, with the policy in force on its date as it was known then. */
export interface AskedHorizon extends Horizon {
  readonly policyVersion: number;
  readonly values: Policy;
}

/** Reads `as_of` and `known_at`. A report knows only what happened, so that a later date is refused. */
export async function readHorizon(
  tx: ReadTx,
  input: { readonly as_of?: string | undefined; readonly known_at?: string | undefined },
  call: Call,
): Promise<AskedHorizon | Refusal> {
  const asOf = readAsOf(input.as_of, call.today, { mayBeLater: false });
  if (isRefusal(asOf)) return asOf;
  const knownAt = readKnownAt('known_at', input.known_at);
  if (isRefusal(knownAt)) return knownAt;
  const { version, values } = await policyInForce(tx, asOf, knownAt);
  return { asOf, knownAt, policyVersion: version, values };
}

/** What every answer says of itself. */
export function horizonResponse({ asOf, knownAt, policyVersion }: AskedHorizon) {
  return { as_of: asOf, known_at: knownAt, policy_version: policyVersion };
}
