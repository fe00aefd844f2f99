import type { ImportedLine } from '../data-import.ts';

/** The users of a rehearsal's earlier batches. A dry run keeps nothing of a batch, so they go along with a later one. */
export class EarlierUsers {
  readonly #lines = new Map<unknown, ImportedLine>();

  /** The earlier users that the records of a batch are of; then remembers those of the batch itself. */
  neededBy(lines: readonly ImportedLine[]): readonly ImportedLine[] {
    const needed = new Set<ImportedLine>();
    for (const line of lines) {
      const earlier = this.#lines.get(fieldsOf(line).user_id);
      if (earlier !== undefined) needed.add(earlier);
    }
    for (const line of lines) {
      const { kind, user_id: userId } = fieldsOf(line);
      if (kind === 'user') this.#lines.set(userId, line);
    }
    return [...needed];
  }
}

function fieldsOf({ value }: ImportedLine): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
