import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { foldForSearch } from '../../domain/search-folding.ts';
import type { ReadTx } from '../../store/port.ts';
import type { ReadHandler } from '../call.ts';
import { readChoices } from '../choices.ts';
import { readPage } from '../paging.ts';
import { resolveLoan } from '../resolve-loan.ts';
import { disbursementRow, type SettledRecord } from './disbursement-response.ts';

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
  const filter = dossier === null ? {} : { loanId: dossier.loan.loanId };
  const all = await tx.disbursements.list(filter, { offset: 0, limit: null });
  const found = input.q === undefined ? all.rows : await matching(tx, all.rows, input.q);
  const rows = found
    .map((record) => disbursementRow(record, call.today))
    .filter((row) => statuses === undefined || statuses.includes(row.status));
  const paged = input.page !== undefined || input.size !== undefined;
  const { offset, limit } = asked.request;
  return paged ? rows.slice(offset, offset + (limit ?? rows.length)) : rows;
};

/** Those with the text in their reference, account or loan id, or in the business name of their loan. */
async function matching(
  tx: ReadTx,
  records: readonly SettledRecord[],
  text: string,
): Promise<readonly SettledRecord[]> {
  const loans = await tx.loans.list({ search: text }, { offset: 0, limit: null });
  const loanIds = new Set(loans.rows.map((dossier) => dossier.loan.loanId));
  const wanted = foldForSearch(text.trim());
  return records.filter(
    ({ disbursementReference, merchantBankAccount, loanId }) =>
      loanIds.has(loanId) ||
      foldForSearch(`${disbursementReference}\n${merchantBankAccount}\n${loanId}`).includes(wanted),
  );
}
