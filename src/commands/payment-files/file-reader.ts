import type { Problem } from '../../contract/problem.ts';
import type { Deps, Rooms } from '../../shell/command-definition.ts';
import { guidedSource } from '../sources/guided-source.ts';
import { type PaymentFile, type ReadPayments, readPayments } from './read-payment-file.ts';

type Options = Parameters<Rooms['openStatementFile']>[1];

/** Reads the files of a run as was said; on a terminal it asks once about a file that leaves something open. */
export class FileReader {
  readonly #options: Options;
  readonly #deps: Deps;
  /** What was answered about files, by their paths. */
  readonly #asked = new Map<string, Options>();

  constructor(options: Options, deps: Deps) {
    this.#options = options;
    this.#deps = deps;
  }

  /** Opens a file and reads all of it. Throws the problem it meets. */
  async read(path: string): Promise<ReadPayments & { readonly file: PaymentFile }> {
    try {
      return await this.#readBy(path, this.#asked.get(path) ?? this.#options);
    } catch (error) {
      if (!this.#mayAsk(path, error)) throw error;
      const profile = await this.#newSource(path);
      const answered = { ...this.#options, profile };
      this.#asked.set(path, answered);
      return this.#readBy(path, answered);
    }
  }

  async #readBy(path: string, options: Options): Promise<ReadPayments & { readonly file: PaymentFile }> {
    const file = await this.#deps.rooms.openStatementFile(path, options);
    return { file, ...(await readPayments(file, path, this.#deps)) };
  }

  /** A file that leaves open what only a person knows, and nothing is said of how it is read yet. */
  #mayAsk(path: string, error: unknown): boolean {
    const { problem } = error as { readonly problem?: Problem };
    if (problem?.code !== 'values_missing' || !this.#deps.interactive || path === '-') return false;
    return (
      this.#options.profile === undefined && this.#options.columnsMap === undefined && !this.#asked.has(path)
    );
  }

  /** Asks how it is read, and keeps the answers under a name; in a dry run, for this run only. */
  async #newSource(path: string): Promise<NonNullable<Options['profile']>> {
    const guided = await guidedSource(path, this.#deps, this.#options.encoding);
    if ('code' in guided) throw Object.assign(new Error(guided.detail), { problem: guided });
    const sources = await this.#deps.rooms.sources();
    const ask = await this.#deps.prompter();
    const name = await ask.text({
      message: 'A name to keep these answers under, for the next file of this bank',
      name: '--source',
      offered: null,
      check: (text) => {
        if (text === '') return 'A name is needed.';
        // What other files are read by is replaced by "sources add" alone, which is asked to.
        const found = sources.find(text);
        if (typeof found === 'string' || !('code' in found))
          return `There is a source ${text}: take another name.`;
        const source = sources.add(text, guided.document, { keep: false });
        return 'code' in source ? [source.detail, source.hint ?? ''].join(' ').trim() : true;
      },
      reads: () => null,
    });
    const added = sources.add(name, guided.document, { keep: !this.#deps.dryRun });
    if ('code' in added) throw Object.assign(new Error(added.detail), { problem: added });
    if (!this.#deps.dryRun) this.#deps.progress(`Kept as a source: next time, --source ${name}`);
    return { name, document: guided.document };
  }
}
