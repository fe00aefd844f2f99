import { csvText } from '../../render/delimited.ts';
import type { ListView } from '../../render/view.ts';
import { type Batch, ROW_COLUMNS } from './batch-document.ts';

const ROWS_A_PIECE = 500;
const VIEW: ListView = { shape: 'list', columns: ROW_COLUMNS, empty: '' };

/**
 * Every row of a file with what became of it, as CSV, a piece at a time. Where nothing was posted, rows that would
 * have been are `not_posted`.
 */
export function* resultRows({ rows, verdict }: Batch): Generator<string> {
  const isPosted = verdict !== 'nothing_posted';
  let piece: unknown[] = [];
  let headers = true;
  const text = () => csvText(piece, VIEW, { columns: null, headers, excel: false });
  for (const row of rows) {
    const waits = row.outcome === 'post' || row.outcome === 'held';
    piece.push(waits && !isPosted ? { ...row, outcome: 'not_posted' } : row);
    if (piece.length < ROWS_A_PIECE) continue;
    yield text();
    piece = [];
    headers = false;
  }
  if (headers || piece.length > 0) yield text();
}
