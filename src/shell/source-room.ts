import type { Problem } from '../contract/problem.ts';

/** A source profile as lists show it. */
export interface SourceRow {
  readonly name: string;
  /** Comes with the program; the others are kept in the configuration folder. */
  readonly shipped: boolean;
  readonly account: string | null;
  readonly currency: string;
  readonly payment_method: string;
  readonly encoding: string | null;
}

/** A source profile with all that it says. */
export interface SourceDocument extends SourceRow {
  /** As it is kept: what `sources add --from` takes. */
  readonly profile: unknown;
}

/** The source profiles there are, shipped and kept. */
export interface SourcesRoom {
  list(): readonly SourceRow[] | Problem;
  show(name: string): SourceDocument | Problem;
  /** Checks a profile and keeps it under a name (`keep: false` only checks); says whether there was one. */
  add(
    name: string,
    document: unknown,
    options: { readonly keep: boolean },
  ): { readonly source: SourceDocument; readonly replaced: boolean } | Problem;
  /** Removes a profile that was kept (`carryOut: false` only checks); answers what it was. A shipped one is refused. */
  remove(name: string, options: { readonly carryOut: boolean }): SourceDocument | Problem;
  /** What reading a file by this source is told: a kept profile, or the name of a shipped one. */
  find(name: string): { readonly name: string; readonly document: unknown } | string | Problem;
}
