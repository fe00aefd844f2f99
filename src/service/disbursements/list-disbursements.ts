import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { readChoices } from '../choices.ts';
import { EVERY_ROW, readPage } from '../paging.ts';
import { resolveLoan } from '../resolve-loan.ts';
import { disbursementRow } from './disbursement-response.ts';

const STATUSES = ['pending', 'completed', 'failed'] as const;

/** Disbursements of one loan or of all, newest registration first; all of them unless a page is asked for. */
export const handle: ReadHandler<
  OperationInput<'disbursements.list'>,
  OperationOutput<'disbursements.list'>
> = async (tx, input, call) => {
  const asked = readPage(input);
  if (isRefusal(asked)) return asked;
  const statuses = readChoices('status', input.status, STATUSES);
  if (isRefusal(statuses)) return statuses;
  const dossier = input.loan_id === undefined ? null : await resolveLoan(tx, input.loan_id);
  if (isRefusal(dossier)) return dossier;
  const rows = await tx.disbursements.list(
    {
      ...(dossier === null ? {} : { loanId: dossier.loan.loanId }),
      ...(statuses === undefined ? {} : { status: { oneOf: statuses, asOf: call.today } }),
      ...(input.q === undefined ? {} : { search: input.q }),
    },
    input.page === undefined && input.size === undefined ? EVERY_ROW : asked.request,
  );
  return rows.map((record) => disbursementRow(record, call.today));
};
