import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from './private-file.ts';
import { isSettingsFault, type SettingsFault, settingsFault } from './settings-fault.ts';

const NAME = /^[\p{L}\p{Nd}][\p{L}\p{Nd}._-]{0,63}$/u;

/** Whether a text can be the name of a source. */
export function isSourceName(text: string): boolean {
  return NAME.test(text);
}

/** The file of source profiles in a configuration folder. */
export function sourcesPath(configFolder: string): string {
  return join(configFolder, 'sources.json');
}

/**
 * Reads `sources.json`, an object of source profiles by their names; what is in a profile is not looked at here. A
 * missing file is no sources; anything else that is wrong is a fault naming the file.
 */
export function readSources(path: string): ReadonlyMap<string, unknown> | SettingsFault {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return new Map();
    return settingsFault(`The file of sources ${path} cannot be read (${code}).`, 'Check its permissions.');
  }
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document === 'object' && document !== null && !Array.isArray(document)) {
      return new Map(Object.entries(document));
    }
  } catch {
    // Not JSON: said below, as for any other content that is no sources.
  }
  return settingsFault(`The file of sources ${path} is not usable.`, 'Correct or remove the file.');
}

/**
 * Adds or replaces a source under a name; the file is replaced whole, and only its owner can read it, since it may
 * name accounts. `unique` tells it apart from what another process writes at the same time.
 */
export function saveSource(
  path: string,
  name: string,
  document: unknown,
  unique: string,
): SettingsFault | null {
  const sources = readSources(path);
  if (isSettingsFault(sources)) return sources;
  const all = Object.fromEntries([...sources, [name, document]]);
  try {
    writePrivateFile(path, `${JSON.stringify(all, null, 2)}\n`, unique);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return settingsFault(`The file of sources ${path} cannot be written (${code}).`, 'Check the folder.');
  }
}
