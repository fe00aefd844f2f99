import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { parseDate } from '../../domain/dates.ts';
import { FieldReader } from '../../domain/field-reader.ts';
import { refuse } from '../../domain/refusal.ts';
import type { WriteHandler } from '../call.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { EXPORT_FORMATS, type ExportFormat, exportResponse } from './export-response.ts';

/** As many as one file holds; what is left goes into the next one. */
const LARGEST_BATCH = 5_000;

/**
 * Hands pending disbursements on to the bank, each at most once: they are recorded under a batch, whose file can be
 * written again from it at any time. A credit transfer initiation takes bank transfers only; the others are left.
 */
export const handle: WriteHandler<
  OperationInput<'disbursements.export'>,
  OperationOutput<'disbursements.export'>
> = async (tx, input, call) => {
  const reader = new FieldReader({ date: input.date, format: input.format });
  const until = reader.parsed('date', parseDate) ?? null;
  const format = reader.choice('format', EXPORT_FORMATS) ?? 'pain.001';
  const fault = reader.refusal();
  if (fault !== null) return fault;
  const { document } = await policyInForce(tx, call.today);
  const pending = await tx.exports.pending(call.today, until);
  const fitting = pending.filter((row) => format === 'csv' || row.method === 'bank_transfer');
  const rows = fitting.slice(0, LARGEST_BATCH);
  const batch = {
    batchId: rows.length === 0 ? null : call.newId('batch'),
    format: format as ExportFormat,
    exportedAt: call.now,
    exportedBy: call.caller.actor,
  };
  const value = exportResponse(batch, rows, document, pending.length - rows.length);
  const { batchId } = batch;
  if (batchId === null) return { value, audit: null };
  if (format === 'pain.001' && value.payer.account === '') {
    return refuse(
      'payout_account_missing',
      'the bank has not said which account disbursements are paid from',
    );
  }
  await tx.insert.disbursementExports(
    rows.map((row, index) => ({
      disbursementReference: row.disbursementReference,
      loanId: row.loanId,
      batchId,
      line: index + 1,
      format,
      exportedAt: call.now,
      exportedBy: call.caller.actor,
    })),
  );
  const { count, total_amount, left_out } = value;
  const touches = rows.flatMap(({ loanId, disbursementReference }) => [loanId, disbursementReference]);
  return {
    value,
    audit: { object: batchId, touches, after: { batch_id: batchId, format, count, total_amount, left_out } },
  };
};
