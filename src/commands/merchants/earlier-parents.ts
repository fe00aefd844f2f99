import type { ImportedLine } from '../data-import.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The merchants and stores of a rehearsal's earlier batches, and the orders that may be refunded later. A dry run keeps
 * nothing of a batch, so what a later batch needs is sent along with it.
 */
export class EarlierParents {
  readonly #merchants = new Map<string, ImportedLine>();
  readonly #stores = new Map<string, ImportedLine>();
  /** By their ids; only Amazon tells of refunds apart from their orders. */
  readonly #orders = new Map<string, ImportedLine>();

  /** Remembers the merchants and stores of a batch. */
  note(lines: readonly ImportedLine[]): void {
    for (const line of lines) {
      const { kind, external_id: externalId, merchant, id, payment_gateway_names: gateway } = fieldsOf(line);
      if (kind === 'merchant') this.#merchants.set(String(externalId), line);
      else if (kind === 'store') this.#stores.set(storeKey(merchant, id), line);
      else if (kind === 'order' && gateway === 'amazon') this.#orders.set(String(id), line);
    }
  }

  /** Those that the records of a batch, or `--store`, refer to. */
  neededBy(lines: readonly ImportedLine[], ownerText: string | null): readonly ImportedLine[] {
    const needed = new Set<ImportedLine>();
    const need = (line: ImportedLine | undefined) => {
      if (line !== undefined) needed.add(line);
    };
    for (const line of lines) {
      const { kind, id, merchant, store_id: storeId } = fieldsOf(line);
      if (kind === 'refund') need(this.#orders.get(String(id)));
      if (merchant === undefined) continue;
      need(this.#merchants.get(String(merchant)));
      if (storeId !== undefined) need(this.#stores.get(storeKey(merchant, storeId)));
    }
    if (ownerText !== null) {
      for (const line of this.#stores.values()) {
        const { merchant, id } = fieldsOf(line);
        if (id !== ownerText && `${merchant}/${id}` !== ownerText) continue;
        need(this.#merchants.get(String(merchant)));
        need(line);
      }
    }
    // The batch comes merchants first, whatever the order here.
    return [...needed];
  }
}

function fieldsOf(line: ImportedLine): Fields {
  return typeof line.value === 'object' && line.value !== null ? (line.value as Fields) : {};
}

function storeKey(merchant: unknown, storeId: unknown): string {
  return `${merchant}\u0000${storeId}`;
}
