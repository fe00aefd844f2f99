import { join } from 'node:path';
import type { Problem } from '../contract/problem.ts';
import { isColumnsMapName, readColumnsMaps, saveColumnsMap } from '../settings/columns-maps-file.ts';
import { isSettingsFault } from '../settings/settings-fault.ts';
import type { ColumnsMaps } from './command-definition.ts';
import { didYouMean } from './suggestion.ts';
import { usageProblem } from './usage-problem.ts';

/** The column maps kept in a configuration folder. */
export function openColumnsMaps(configFolder: string): ColumnsMaps {
  const path = join(configFolder, 'columns-maps.json');
  return {
    find(name) {
      const maps = readColumnsMaps(path);
      if (isSettingsFault(maps)) return usageProblem(maps.message, maps.hint);
      const options = maps.get(name);
      return options === undefined ? noSuchMap(name, [...maps.keys()].sort()) : { options };
    },
    nameProblem(name) {
      if (isColumnsMapName(name)) return null;
      const hint = 'A name has letters, digits, ., _ and - in it, 64 at most.';
      return usageProblem(`--save-columns-map: a column map cannot be called "${name}".`, hint);
    },
    save(name, map) {
      const fault = saveColumnsMap(path, name, map);
      return fault === null ? path : usageProblem(fault.message, fault.hint);
    },
  };
}

function noSuchMap(name: string, known: readonly string[]): Problem {
  const write = 'Write one like timestamp=Date,amount=Amount; --save-columns-map NAME keeps it.';
  const saved = known.length === 0 ? 'None is saved.' : `Saved are: ${known.join(', ')}.`;
  const hint = didYouMean(name, known) ?? `${saved} ${write}`;
  return usageProblem(`--columns-map: there is no saved column map "${name}".`, hint);
}
