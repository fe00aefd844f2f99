import type { OperationOutput } from '../../contract/operation-types.ts';
import { checkApplication } from '../../domain/application.ts';
import type { FieldInput } from '../../domain/field-reader.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { WriteTx } from '../../store/port.ts';
import type { ApplicationRecord } from '../../store/records.ts';
import type { Call } from '../call.ts';
import { merchantIdText } from '../merchants/resolve-merchant.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { applicationResponse } from './application-response.ts';

/**
 * Checks one application, stores it as `submitted` and answers it. `open_applications` names the merchant's
 * others that still wait for a decision.
 */
export async function acceptApplication(
  tx: WriteTx,
  input: FieldInput,
  call: Call,
): Promise<OperationOutput<'applications.create'> | Refusal> {
  const policy = await policyInForce(tx, call.today);
  const checked = checkApplication(input, policy.values);
  if (isRefusal(checked)) return checked;
  const fields = { ...checked, merchantId: merchantIdText(checked.merchantId) };
  if (policy.values.requireKnownMerchant) {
    const known = await tx.merchants.byAnyId([fields.merchantId]);
    if (known.length === 0) {
      return refuse('merchant_unknown', `merchant "${fields.merchantId}" is not in the merchant data set`);
    }
  }
  if (fields.externalReference !== null) {
    const earlier = await tx.applications.byExternalReference(call.caller.actor, fields.externalReference);
    if (earlier !== null) {
      return refuse(
        'reference_conflict',
        `external_reference "${fields.externalReference}" belongs to application ${earlier.applicationId}`,
        { hint: `See it: loandesk applications show ${earlier.applicationId}` },
      );
    }
  }
  const open = await tx.applications.list(
    { merchantId: fields.merchantId, status: ['submitted', 'pending_review'] },
    { offset: 0, limit: 20 },
  );
  const record: ApplicationRecord = {
    applicationId: call.newId('application'),
    ...fields,
    currency: 'EGP',
    caller: call.caller.actor,
    createdOn: call.today,
    createdAt: call.now,
    status: 'submitted',
  };
  await tx.insert.applications([record]);
  return {
    ...applicationResponse(record),
    open_applications: open.rows.map((other) => other.applicationId),
  };
}
