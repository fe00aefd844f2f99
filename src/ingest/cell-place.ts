/** Where a cell stands. */
export interface CellPlace {
  /** Null: above the rows. */
  readonly line: number | null;
  /** Of its column, or what stands beside it. */
  readonly heading: string;
}

/** A cell with its place, for messages; without one when it is not known. */
export function namedCell(cell: string, place: CellPlace | null): string {
  if (place === null) return cell;
  const { line, heading } = place;
  return line === null ? `${cell} (${heading})` : `${cell} (line ${line}, "${heading}")`;
}
