import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { parseDate } from '../../domain/dates.ts';
import { policyValue, setPolicyValue } from '../../domain/policy-document.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import type { WriteHandler } from '../call.ts';
import { keepsWhatIsPosted } from './keeps-what-is-posted.ts';
import { policyInForce } from './policy-in-force.ts';

/** Writes a new version of the policy document in which one key has a value from a date on. */
export const handle: WriteHandler<OperationInput<'policy.set'>, OperationOutput<'policy.set'>> = async (
  tx,
  input,
  call,
) => {
  const from = input.from === undefined ? call.today : parseDate(input.from);
  if (isRefusal(from)) {
    return refuse('validation_failed', from.message, {
      faults: [{ field: 'from', code: from.code, message: from.message }],
    });
  }
  const before = await policyInForce(tx, from);
  const changed = setPolicyValue(before.document, input.key, input.value, from);
  if (isRefusal(changed)) return changed;
  const kept = policyValue(before.document, input.key, from);
  if (JSON.stringify(policyValue(changed, input.key, from)) === JSON.stringify(kept)) {
    // The value holds on that day already, so no figure of any day would change.
    const value = {
      version: before.version,
      key: input.key,
      value: kept,
      from,
      approvals: null,
      changed: false,
    };
    return { value, audit: null };
  }
  const posted = await keepsWhatIsPosted(tx, input.key, before.document, changed);
  if (posted !== null) return posted;
  const version = before.version + 1;
  const value = policyValue(changed, input.key, from);
  const change = { key: input.key, value, from };
  await tx.insert.policyVersions([
    {
      version,
      documentJson: JSON.stringify(changed),
      changeJson: JSON.stringify(change),
      setAt: call.now,
      setBy: call.caller.actor,
    },
  ]);
  return {
    value: { version, ...change, approvals: null, changed: true },
    control: {
      action: 'policy',
      object: input.key,
      content: change,
      whileWaiting: (waiting) => ({ ...waiting, version: before.version, changed: false }),
    },
    audit: {
      object: input.key,
      before: { version: before.version, value: policyValue(before.document, input.key, from) },
      after: { version, ...change },
    },
  };
};
