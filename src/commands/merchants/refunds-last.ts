import type { ImportedLine } from '../data-import.ts';

/** A refund whose order another file may hold, which stands before or behind its own on the command line. */
interface Refund {
  readonly kind: 'refund';
  /** Left out in an export, which does not say whose it is. */
  readonly merchant?: string;
  readonly store_id?: string;
  readonly id: string;
  readonly amount: string;
  readonly refunded_at: string;
}

/** Sets the refunds of all files aside until each was read; of one order they are added up over the files. */
export class RefundsLast {
  readonly #byPath = new Map<string, ImportedLine[]>();

  /** The lines of a file without its refunds. */
  async *setAside(
    path: string,
    lines: AsyncIterable<readonly ImportedLine[]>,
  ): AsyncGenerator<readonly ImportedLine[]> {
    const refunds: ImportedLine[] = [];
    this.#byPath.set(path, refunds);
    for await (const batch of lines) {
      const others = batch.filter((line) => !isRefund(line.value));
      if (others.length < batch.length) refunds.push(...batch.filter((line) => isRefund(line.value)));
      if (others.length > 0) yield others;
    }
  }

  /** The refunds of a file, each with all that was given back for its order. */
  async *of(path: string): AsyncGenerator<readonly ImportedLine[]> {
    const refunds = this.#byPath.get(path) ?? [];
    if (refunds.length === 0) return;
    const sums = this.#sums();
    yield refunds.map((line) => {
      const sum = sums.get(orderOf(line.value as Refund));
      return sum === undefined
        ? line
        : { ...line, value: { ...(line.value as Refund), amount: textOf(sum) } };
    });
  }

  /** Hundredths by order; the same refund in two files, or in one that is given twice, is one. */
  #sums(): ReadonlyMap<string, bigint> {
    const sums = new Map<string, bigint>();
    const seen = new Set<string>();
    for (const { value } of [...this.#byPath.values()].flat()) {
      const { amount, refunded_at } = value as Refund;
      const order = orderOf(value as Refund);
      // What is no amount is for the service to refuse.
      if (!/^\d+\.\d\d$/.test(String(amount)) || seen.has(`${order} ${amount} ${refunded_at}`)) continue;
      seen.add(`${order} ${amount} ${refunded_at}`);
      sums.set(order, (sums.get(order) ?? 0n) + BigInt(amount.replace('.', '')));
    }
    return sums;
  }
}

function orderOf({ merchant, store_id, id }: Refund): string {
  return JSON.stringify([merchant, store_id, id]);
}

function isRefund(value: unknown): boolean {
  return (value as { kind?: unknown } | null)?.kind === 'refund';
}

function textOf(hundredths: bigint): string {
  const digits = hundredths.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
