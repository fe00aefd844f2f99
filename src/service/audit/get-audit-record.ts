import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { foldDigits } from '../../domain/money.ts';
import { refuse } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { auditRow } from './audit-response.ts';

/** One record of the audit trail with what stood before and after. */
export const handle: ReadHandler<OperationInput<'audit.get'>, OperationOutput<'audit.get'>> = async (
  tx,
  input,
) => {
  const text = foldDigits(String(input.sequence).trim());
  if (!/^\d{1,15}$/.test(text)) {
    return refuse(
      'invalid_id',
      `${JSON.stringify(text.slice(0, 40))} is not the sequence of an audit record`,
      {
        hint: 'List them: loandesk audit ls',
      },
    );
  }
  const record = await tx.audit.bySequence(Number(text));
  if (record === null)
    return refuse('audit_record_not_found', `there is no audit record with sequence ${text}`);
  return {
    ...auditRow(record),
    before: parsed(record.beforeJson),
    after: parsed(record.afterJson),
    business_date: record.businessDate,
  };
};

function parsed(json: string | null): unknown {
  return json === null ? null : (JSON.parse(json) as unknown);
}
