import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A write that was sent, or is about to be, and whose answer is not known yet. */
export interface PendingWrite {
  readonly key: string;
  readonly server: string;
  /** Who sent it: a server keeps keys apart by their senders. */
  readonly identity: string;
  /** Name of the operation; null for a raw request. */
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
  /** Ids of the loan, application, disbursement… it is about. */
  readonly about: readonly string[];
  readonly sentAt: string;
}

/** What writes and guards files, so that nobody else reads them and two processes do not get in each other's way. */
export interface PrivateFiles {
  /** On the disk when it returns. */
  write(path: string, text: string): void;
  remove(path: string): void;
  /** null: a running process holds it. */
  tryLock(path: string): { release(): void } | null;
  waitForLock(path: string, waitMs: number): Promise<{ release(): void } | null>;
}

const ENDING = '.json';

/** Pending writes, a file each: while its process waits for the answer it holds the lock beside the file. */
export class PendingFolder {
  readonly #folder: string;
  readonly #files: PrivateFiles;

  constructor(folder: string, files: PrivateFiles) {
    this.#folder = folder;
    this.#files = files;
  }

  /** All there are, oldest first. A file that cannot be read is not one of ours and left alone. */
  list(): readonly PendingWrite[] {
    let names: readonly string[];
    try {
      names = readdirSync(this.#folder);
    } catch {
      return [];
    }
    return names
      .filter((name) => name.endsWith(ENDING))
      .flatMap((name) => this.#read(join(this.#folder, name)) ?? [])
      .sort((a, b) => (a.sentAt < b.sentAt ? -1 : 1));
  }

  find(key: string): PendingWrite | null {
    return this.list().find((write) => write.key === key) ?? null;
  }

  keep(write: PendingWrite): void {
    this.#files.write(this.#path(write.key), `${JSON.stringify(write)}\n`);
  }

  remove(key: string): void {
    this.#files.remove(this.#path(key));
  }

  tryLock(key: string): { release(): void } | null {
    return this.#files.tryLock(this.#lockPath(key));
  }

  waitForLock(key: string, waitMs: number): Promise<{ release(): void } | null> {
    return this.#files.waitForLock(this.#lockPath(key), waitMs);
  }

  #path(key: string): string {
    return join(this.#folder, `${key}${ENDING}`);
  }

  #lockPath(key: string): string {
    return join(this.#folder, `${key}.lock`);
  }

  #read(path: string): PendingWrite | null {
    try {
      const read = JSON.parse(readFileSync(path, 'utf8')) as PendingWrite;
      return typeof read.key === 'string' && path === this.#path(read.key) ? read : null;
    } catch {
      return null;
    }
  }
}
