import type { Batch } from './batch-document.ts';

/** A file that is begun before it is known whether what it tells of happens. */
interface Begun {
  readonly batch: Batch;
  readonly path: Promise<string>;
  keep(): void;
  drop(): void;
}

/** The file about one posting, made while that becomes durable where its answer is foretold. */
export class EarlyResultFile {
  readonly #write: (batch: Batch, after?: Promise<void>) => Promise<string>;
  #begun: Begun | null = null;

  /** `write` writes the file about a batch, which gets its name when `after` resolves. */
  constructor(write: (batch: Batch, after?: Promise<void>) => Promise<string>) {
    this.#write = write;
  }

  /** Begins the file about what is foretold. What goes wrong is told by `written`. */
  begin(batch: Batch): void {
    void this.drop();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const path = this.#write(batch, promise);
    for (const one of [promise, path]) one.catch(() => {});
    this.#begun = { batch, path, keep: resolve, drop: () => reject(new Error('nothing was posted')) };
  }

  /** Answers the path of the file about what was answered: the one begun, or else another. */
  async written(batch: Batch): Promise<string> {
    if (this.#begun?.batch !== batch) {
      await this.drop();
      return this.#write(batch);
    }
    const { path, keep } = this.#begun;
    this.#begun = null;
    keep();
    return path;
  }

  /** Takes back what was begun, if anything was. */
  async drop(): Promise<void> {
    const begun = this.#begun;
    this.#begun = null;
    begun?.drop();
    await begun?.path.catch(() => {});
  }
}
