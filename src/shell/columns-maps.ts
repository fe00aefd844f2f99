import type { Problem } from '../contract/problem.ts';
import { columnsMapsFile } from '../settings/columns-maps-file.ts';
import { isDocumentName, NAMES_IN_WORDS, readDocuments, saveDocument } from '../settings/named-documents.ts';
import { isSettingsFault } from '../settings/settings-fault.ts';
import { didYouMean } from './suggestion.ts';
import { usageProblem } from './usage-problem.ts';

export interface ColumnsMaps {
  /** A saved map: option names and values. A problem when there is none. */
  find(name: string): SavedMap | Problem;
  /** Why a text cannot be the name of a map; null when it can. */
  nameProblem(name: string): Problem | null;
  /** Keeps a map under a name; answers the file it is in. */
  save(name: string, map: SavedMap['options']): string | Problem;
}

export interface SavedMap {
  readonly options: Readonly<Record<string, string>>;
}

/** The column maps kept in a configuration folder. */
export function openColumnsMaps(
  configFolder: string,
  randomBytes: (count: number) => Uint8Array,
): ColumnsMaps {
  const file = columnsMapsFile(configFolder);
  return {
    find(name) {
      const maps = readDocuments(file);
      if (isSettingsFault(maps)) return usageProblem(maps.message, maps.hint);
      const options = maps.get(name);
      return options === undefined ? noSuchMap(name, [...maps.keys()].sort()) : { options };
    },
    nameProblem(name) {
      if (isDocumentName(name)) return null;
      return usageProblem(`--save-columns-map: a column map cannot be called "${name}".`, NAMES_IN_WORDS);
    },
    save(name, map) {
      const unique = Buffer.from(randomBytes(8)).toString('hex');
      const fault = saveDocument(file, name, map, unique);
      return fault === null ? file.path : usageProblem(fault.message, fault.hint);
    },
  };
}

function noSuchMap(name: string, known: readonly string[]): Problem {
  const write = 'Write one like timestamp=Date,amount=Amount; --save-columns-map NAME keeps it.';
  const saved = known.length === 0 ? 'None is saved.' : `Saved are: ${known.join(', ')}.`;
  const hint = didYouMean(name, known) ?? `${saved} ${write}`;
  return usageProblem(`--columns-map: there is no saved column map "${name}".`, hint);
}
