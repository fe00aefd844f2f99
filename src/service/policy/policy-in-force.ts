import type { CalendarDate } from '../../domain/dates.ts';
import type { PolicyDocument } from '../../domain/policy-document.ts';
import { type Policy, policyAt } from '../../domain/policy-values.ts';
import type { ReadTx } from '../../store/port.ts';

export interface PolicyInForce {
  readonly version: number;
  readonly document: PolicyDocument;
  readonly values: Policy;
}

/** The ledger's policy document as it stands now, with the lending values in force on a date. */
export async function policyInForce(tx: ReadTx, date: CalendarDate): Promise<PolicyInForce> {
  const { version, documentJson } = await tx.policy.latest();
  const document = JSON.parse(documentJson) as PolicyDocument;
  return { version, document, values: policyAt(document, date) };
}
