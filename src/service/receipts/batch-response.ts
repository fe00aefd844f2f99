import type { OperationOutput } from '../../contract/operation-types.ts';
import type { BatchWithUndo } from '../../store/receipt-port.ts';

type Response = OperationOutput<'payment_batches.list'>[number];

/** What the run of a batch said of itself. */
type Summary = Pick<
  OperationOutput<'payment_batches.get'>,
  'statements' | 'outcomes' | 'totals' | 'warnings' | 'of_rejected'
> & {
  /** Whether a bank made it; null: it is of an older version, which did not say. */
  readonly has_account: boolean | null;
};

/** An imported file as a list shows it. */
export function batchResponse(batch: BatchWithUndo): Response {
  const { outcomes } = summaryOf(batch);
  return {
    batch_id: batch.batchId,
    status: batch.undo === null ? 'posted' : 'undone',
    file_name: batch.fileName,
    source_format: batch.sourceFormat,
    source_name: batch.sourceName,
    posted_on: batch.postedOn,
    posted_at: batch.postedAt,
    posted_by: batch.postedBy,
    rows: batch.rowCount,
    posted: inEgp(outcomes.post),
    held: inEgp(outcomes.held),
    digest: batch.digest,
    undone_on: batch.undo?.undoneOn ?? null,
    undone_at: batch.undo?.undoneAt ?? null,
    undone_by: batch.undo?.undoneBy ?? null,
    undo_reason: batch.undo?.reason ?? null,
  };
}

/** What its run said of a batch, as it was kept. */
export function summaryOf({ summaryJson }: BatchWithUndo): Summary {
  const { statements, outcomes, totals, warnings, of_rejected, has_account } = JSON.parse(
    summaryJson,
  ) as Partial<Summary> & Pick<Summary, 'statements' | 'outcomes' | 'totals' | 'warnings'>;
  return {
    statements,
    outcomes,
    totals,
    warnings,
    of_rejected: of_rejected ?? false,
    has_account: has_account ?? null,
  };
}

function inEgp(sums: Summary['outcomes'][string] | undefined): Response['posted'] {
  const egp = sums?.find(({ currency }) => currency === 'EGP');
  return egp === undefined ? { count: 0, sum: '0.00' } : { count: egp.count, sum: egp.sum };
}
