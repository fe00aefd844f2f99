import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isSettingsFault, type SettingsFault, settingsFault } from './settings-fault.ts';

/** What is said of the files of one source, under the names of the options without their dashes. */
export type SavedColumnsMap = Readonly<Record<string, string>>;

const NAME = /^[\p{L}\p{Nd}][\p{L}\p{Nd}._-]{0,63}$/u;

/** Whether a text can be the name of a saved column map, and no column map itself. */
export function isColumnsMapName(text: string): boolean {
  return NAME.test(text);
}

/**
 * Reads `columns-maps.json`: `{"bank": {"columnsMap": "timestamp=Date,amount=Amount", "dateFormat": "DD/MM/YYYY"}}`.
 * A missing file is no maps; anything else that is wrong is a fault naming the file.
 */
export function readColumnsMaps(path: string): ReadonlyMap<string, SavedColumnsMap> | SettingsFault {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return new Map();
    return settingsFault(
      `The file of column maps ${path} cannot be read (${code}).`,
      'Check its permissions.',
    );
  }
  try {
    const document: unknown = JSON.parse(text);
    if (isMaps(document)) return new Map(Object.entries(document));
  } catch {
    // Not JSON: said below, as for any other content that is no maps.
  }
  return settingsFault(`The file of column maps ${path} is not usable.`, 'Correct or remove the file.');
}

/** Adds or replaces a map under a name; the file is replaced whole, so that it is never half-written. */
export function saveColumnsMap(path: string, name: string, map: SavedColumnsMap): SettingsFault | null {
  const maps = readColumnsMaps(path);
  if (isSettingsFault(maps)) return maps;
  const document = Object.fromEntries([...maps, [name, map]]);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(`${path}.new`, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${path}.new`, path);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return settingsFault(`The file of column maps ${path} cannot be written (${code}).`, 'Check the folder.');
  }
}

function isMaps(document: unknown): document is Record<string, SavedColumnsMap> {
  return (
    isObject(document) &&
    Object.values(document).every(
      (map) => isObject(map) && Object.values(map).every((value) => typeof value === 'string'),
    )
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
