import { PackedParts } from '../../contract/packed-parts.ts';
import type { Deps, Rooms } from '../../shell/command-definition.ts';
import { canonicalPart } from './canonical-parts.ts';

export type PaymentFile = Awaited<ReturnType<Rooms['openStatementFile']>>;
export type StatementPart =
  ReturnType<PaymentFile['parts']> extends AsyncGenerator<readonly (infer Part)[]> ? Part : never;

/** All of a file, as it is planned. */
export interface ReadPayments {
  /** SHA-256 of its bytes, hex. */
  readonly digest: string;
  readonly parts: PackedParts;
  /** The first date of its rows, else of its opening balances; null: it names none. */
  readonly firstDate: string | null;
}

/** Below this a log is not told how far the reading is: it is over at once. */
const LONG_FILE_BYTES = 1_048_576;

/** Reads a file whole, telling how far it is. */
export async function readPayments(file: PaymentFile, path: string, deps: Deps): Promise<ReadPayments> {
  const parts = new PackedParts();
  const told = new ReadingTold(file, path, deps);
  let digest = '';
  let firstDate: string | null = null;
  try {
    for await (const batch of file.parts((bytes) => told.read(bytes, parts.length))) {
      for (const part of batch) {
        if (part.kind === 'end') digest = part.digest;
        const canonical = canonicalPart(part);
        if (canonical !== null) parts.push(canonical);
        if (part.kind !== 'statement-end') continue;
        const date = part.firstDate ?? part.opening?.date ?? part.closing?.date ?? null;
        if (date !== null && (firstDate === null || date < firstDate)) firstDate = date;
      }
    }
  } finally {
    deps.passing(null);
  }
  return { digest, parts, firstDate };
}

/** Tells how much of a file is read: all the time on a terminal, at every tenth of a long one elsewhere. */
class ReadingTold {
  readonly #deps: Deps;
  readonly #path: string;
  readonly #size: number | null;
  #tenths = 0;

  constructor(file: PaymentFile, path: string, deps: Deps) {
    this.#deps = deps;
    this.#path = path;
    this.#size = file.sizeBytes;
  }

  read(bytes: number, parts: number): void {
    const share = this.#size === null || this.#size === 0 ? null : Math.min(bytes / this.#size, 1);
    const rows = `${parts.toLocaleString('en')} rows`;
    const far = share === null ? rows : `${Math.floor(share * 100)} %, ${rows}`;
    if (this.#deps.passing(`${this.#path}: read ${far}`)) return;
    if (share === null || (this.#size as number) < LONG_FILE_BYTES) return;
    const tenths = Math.floor(share * 10);
    if (tenths <= this.#tenths) return;
    this.#tenths = tenths;
    this.#deps.progress(`${this.#path}: read ${tenths * 10} %`);
  }
}
