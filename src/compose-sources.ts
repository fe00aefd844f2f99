import type { Problem } from './contract/problem.ts';
import { isRefusal } from './domain/refusal.ts';
import { SHIPPED_DOCUMENTS } from './ingest/statements/shipped-sources.ts';
import { readSourceProfile } from './ingest/statements/source-profile.ts';
import { isSettingsFault, type SettingsFault } from './settings/settings-fault.ts';
import { isSourceName, readSources, saveSource, sourcesPath } from './settings/sources-file.ts';
import type { SourceDocument, SourcesRoom } from './shell/source-room.ts';
import { didYouMean } from './shell/suggestion.ts';
import { usageProblem } from './shell/usage-problem.ts';

/** The source profiles that come with the program and those kept in a configuration folder. */
export function openSourcesRoom(
  configFolder: string,
  randomBytes: (count: number) => Uint8Array,
): SourcesRoom {
  const path = sourcesPath(configFolder);
  const documents = (): ReadonlyMap<string, unknown> | Problem => {
    const kept = readSources(path);
    return isSettingsFault(kept)
      ? problemOf(kept)
      : new Map<string, unknown>([...SHIPPED_DOCUMENTS, ...kept]);
  };
  const named = (name: string): SourceDocument | Problem => {
    const all = documents();
    if ('code' in all) return all;
    if (!all.has(name)) return noSuchSource(name, [...all.keys()]);
    return documentOf(name, all.get(name));
  };
  return {
    list() {
      const all = documents();
      if ('code' in all) return all;
      const rows: SourceDocument[] = [];
      for (const [name, document] of all) {
        const row = documentOf(name, document);
        if ('code' in row) return row;
        rows.push(row);
      }
      return rows.map(({ profile: _profile, ...row }) => row);
    },
    show: named,
    add(name, document, { keep }) {
      if (!isSourceName(name)) {
        const hint = 'A name has letters, digits, ., _ and - in it, 64 at most.';
        return usageProblem(`A source cannot be called "${name}".`, hint);
      }
      if (SHIPPED_DOCUMENTS.has(name)) {
        return usageProblem(
          `There is a source "${name}" that comes with the program.`,
          'Give yours another name.',
        );
      }
      const kept = readSources(path);
      if (isSettingsFault(kept)) return problemOf(kept);
      const source = documentOf(name, document);
      if ('code' in source) return source;
      const unique = Buffer.from(randomBytes(8)).toString('hex');
      const fault = keep ? saveSource(path, name, document, unique) : null;
      return fault === null ? { source, replaced: kept.has(name) } : problemOf(fault);
    },
    find(name) {
      const source = named(name);
      if ('code' in source) return source;
      return source.shipped ? name : { name, document: source.profile };
    },
  };
}

function documentOf(name: string, document: unknown): SourceDocument | Problem {
  const profile = readSourceProfile(name, document);
  if (isRefusal(profile)) {
    const { code, message, hint, faults } = profile;
    return {
      code,
      detail: `The source ${name} is not right: ${message}`,
      ...(hint === undefined ? {} : { hint }),
      ...(faults === undefined
        ? {}
        : { errors: faults.map(({ field, ...fault }) => ({ pointer: `/${field}`, ...fault })) }),
    };
  }
  const { account, currency, paymentMethod, encoding } = profile;
  const shipped = SHIPPED_DOCUMENTS.has(name);
  return { name, shipped, account, currency, payment_method: paymentMethod, encoding, profile: document };
}

function noSuchSource(name: string, known: readonly string[]): Problem {
  const hint = didYouMean(name, known) ?? `There are: ${known.join(', ')}.`;
  return usageProblem(`There is no source "${name}".`, hint);
}

function problemOf(fault: SettingsFault): Problem {
  return usageProblem(fault.message, fault.hint);
}
