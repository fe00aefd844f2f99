/** Columns that follow those of a file where its refused rows are written. The reader passes them over. */
export const ADDED_HEADINGS: readonly string[] = ['line', 'code', 'reason'];

/** The columns in front of those of refused rows; null where the headings are not of refused rows. */
export function headingsOfRejected(headings: readonly string[]): readonly string[] | null {
  const own = headings.length - ADDED_HEADINGS.length;
  return headings.slice(own).join() === ADDED_HEADINGS.join() ? headings.slice(0, own) : null;
}
