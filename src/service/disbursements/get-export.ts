import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { parseId } from '../../domain/identifiers.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { type ExportFormat, exportResponse, type NamedDisbursement } from './export-response.ts';

/** A batch of disbursements as it was handed on, so that its file can be written again. */
export const handle: ReadHandler<
  OperationInput<'disbursements.exported'>,
  OperationOutput<'disbursements.exported'>
> = async (tx, input, call) => {
  const id = parseId('batch', input.batch_id);
  if (isRefusal(id)) return id;
  const records = await tx.exports.ofBatch(id);
  const [first] = records;
  if (first === undefined) return refuse('batch_not_found', `there is no batch ${id}`);
  const found = await tx.disbursements.byReferences(records.map((record) => record.disbursementReference));
  const byReference = new Map(found.map((row) => [row.disbursementReference, row]));
  const dossiers = await tx.loans.byIds([...new Set(records.map((record) => record.loanId))]);
  const names = new Map(dossiers.map(({ loan }) => [loan.loanId, loan.businessName]));
  const rows = records.map((record): NamedDisbursement => {
    const row = byReference.get(record.disbursementReference);
    if (row === undefined) throw new Error(`${record.disbursementReference} was exported and is not there`);
    return { ...row, businessName: names.get(record.loanId) ?? '' };
  });
  const { document } = await policyInForce(tx, call.today);
  const batch = { ...first, format: first.format as ExportFormat };
  return exportResponse(batch, rows, document, 0);
};
