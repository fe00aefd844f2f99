import type { Problem } from './contract/problem.ts';
import { isRefusal } from './domain/refusal.ts';
import { SHIPPED_DOCUMENTS } from './ingest/statements/shipped-sources.ts';
import { readSourceProfile } from './ingest/statements/source-profile.ts';
import {
  isDocumentName,
  NAMES_IN_WORDS,
  readDocuments,
  removeDocument,
  saveDocument,
} from './settings/named-documents.ts';
import { isSettingsFault, type SettingsFault } from './settings/settings-fault.ts';
import { sourcesFile } from './settings/sources-file.ts';
import type { SourceDocument, SourcesRoom } from './shell/source-room.ts';
import { didYouMean } from './shell/suggestion.ts';
import { usageProblem } from './shell/usage-problem.ts';

/** The source profiles that come with the program and those kept in a configuration folder. */
export function openSourcesRoom(
  configFolder: string,
  randomBytes: (count: number) => Uint8Array,
): SourcesRoom {
  const file = sourcesFile(configFolder);
  const documents = (): ReadonlyMap<string, unknown> | Problem => {
    const kept = readDocuments(file);
    return isSettingsFault(kept)
      ? problemOf(kept)
      : new Map<string, unknown>([...SHIPPED_DOCUMENTS, ...kept]);
  };
  const named = (name: string): SourceDocument | Problem => {
    const all = documents();
    if ('code' in all) return all;
    if (!all.has(name)) return noSuchSource(name, [...all.keys()], file.path);
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
      if (!isDocumentName(name)) {
        return usageProblem(`A source cannot be called "${name}".`, NAMES_IN_WORDS);
      }
      if (SHIPPED_DOCUMENTS.has(name)) {
        return usageProblem(
          `There is a source "${name}" that comes with the program.`,
          'Give yours another name.',
        );
      }
      const kept = readDocuments(file);
      if (isSettingsFault(kept)) return problemOf(kept);
      const source = documentOf(name, document);
      if ('code' in source) return source;
      const unique = Buffer.from(randomBytes(8)).toString('hex');
      const fault = keep ? saveDocument(file, name, document, unique) : null;
      return fault === null ? { source, replaced: kept.has(name) } : problemOf(fault);
    },
    remove(name, { carryOut }) {
      const all = documents();
      if ('code' in all) return all;
      if (!all.has(name)) return noSuchSource(name, [...all.keys()], file.path);
      if (SHIPPED_DOCUMENTS.has(name)) {
        const hint = `To read its files otherwise, keep one of your own: loandesk sources show ${name} --json, then sources add.`;
        return usageProblem(`The source "${name}" comes with the program and stays.`, hint);
      }
      const unique = Buffer.from(randomBytes(8)).toString('hex');
      const fault = carryOut ? removeDocument(file, name, unique) : null;
      return fault === null ? removedSource(name, all.get(name)) : problemOf(fault);
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

/** What a removed source was; one that was written wrongly is removed as well, and shown as it stood. */
function removedSource(name: string, document: unknown): SourceDocument {
  const source = documentOf(name, document);
  if (!('code' in source)) return source;
  const unknown = { account: null, currency: '', payment_method: '', encoding: null };
  return { name, shipped: false, ...unknown, profile: document };
}

function noSuchSource(name: string, known: readonly string[], path: string): Problem {
  // Run by cron or another person it is looked for elsewhere than it was kept.
  const hint = didYouMean(name, known) ?? `There are: ${known.join(', ')}. Kept ones are in ${path}.`;
  return usageProblem(`There is no source "${name}".`, hint);
}

function problemOf(fault: SettingsFault): Problem {
  return usageProblem(fault.message, fault.hint);
}
