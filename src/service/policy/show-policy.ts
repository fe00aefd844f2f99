import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import type { DatedValue } from '../../domain/dated-values.ts';
import type { CalendarDate } from '../../domain/dates.ts';
import { type PolicyDocument, policyValue, SHIPPED_POLICY } from '../../domain/policy-document.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { readAsOf } from '../as-of-date.ts';
import type { ReadHandler } from '../call.ts';
import { policyInForce } from './policy-in-force.ts';

/** Every policy value in force on a date, with the day it holds from (null: the beginning of time). */
export const handle: ReadHandler<OperationInput<'policy.show'>, OperationOutput<'policy.show'>> = async (
  tx,
  input,
  call,
) => {
  const date = readAsOf(input.as_of, call.today, { mayBeLater: false });
  if (isRefusal(date)) return date;
  const { version, document } = await policyInForce(tx, date);
  const values = Object.keys(SHIPPED_POLICY).map((key) => ({
    key,
    value: policyValue(document, key, date),
    from: inForceSince(document, key, date),
  }));
  return { version, as_of: date, values };
};

function inForceSince(document: PolicyDocument, key: string, date: CalendarDate): CalendarDate | null {
  const entries: readonly DatedValue[] = document[key] ?? [];
  const holding = entries.map((entry) => entry.from).filter((from) => from !== null && from <= date);
  return holding.sort().at(-1) ?? null;
}
