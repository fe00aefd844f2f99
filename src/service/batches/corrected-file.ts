import type { BatchFile } from './planned-row.ts';

/** Whether the rows of a file were refused before and are corrected. */
export function isOfRejected(file: BatchFile): boolean {
  return file.of_rejected === true;
}
