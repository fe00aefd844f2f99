import type { OperationOutput } from '../../contract/operation-types.ts';
import { formatSum } from '../../domain/amount-sum.ts';
import { cairoDateOf } from '../../domain/cairo-date.ts';
import type { CalendarDate } from '../../domain/dates.ts';
import { documentPolicyAt } from '../../domain/document-policy.ts';
import { payoutAccountAt } from '../../domain/export-policy.ts';
import { amountToNumber } from '../../domain/money.ts';
import type { PolicyDocument } from '../../domain/policy-document.ts';
import type { DisbursementRecord } from '../../store/records.ts';

type Answer = OperationOutput<'disbursements.exported'>;

export const EXPORT_FORMATS = ['pain.001', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A disbursement with the name of whom it is for. */
export type NamedDisbursement = DisbursementRecord & { readonly businessName: string };

/** A batch as it was handed on, the same whenever it is asked for. `exportedAt` is UTC text. */
export function exportResponse(
  batch: { batchId: string | null; format: ExportFormat; exportedAt: string; exportedBy: string },
  rows: readonly NamedDisbursement[],
  document: PolicyDocument,
  leftOut: number,
): Answer {
  const day = cairoDateOf(Date.parse(batch.exportedAt));
  const totalPiastres = rows.reduce((sum, row) => sum + BigInt(row.amountPiastres), 0n);
  return {
    batch_id: batch.batchId,
    format: batch.format,
    exported_at: batch.exportedAt,
    exported_by: batch.exportedBy,
    payer: { name: documentPolicyAt(document, day).bankName, ...payoutAccountAt(document, day) },
    count: rows.length,
    total_amount: formatSum(totalPiastres),
    left_out: leftOut,
    disbursements: rows.map((row, index) => ({
      line: index + 1,
      disbursement_reference: row.disbursementReference,
      loan_id: row.loanId,
      business_name: row.businessName,
      merchant_bank_account: row.merchantBankAccount,
      disbursement_amount: amountToNumber(row.amountPiastres),
      disbursement_date: row.disbursementDate,
      execution_date: notBefore(day, row.disbursementDate),
      disbursement_method: row.method as Answer['disbursements'][number]['disbursement_method'],
    })),
  };
}

function notBefore(day: CalendarDate, date: CalendarDate): CalendarDate {
  if (date < day) return day;
  return date;
}
