import { readFileSync } from 'node:fs';
import { writePrivateFile } from './private-file.ts';
import { isSettingsFault, type SettingsFault, settingsFault } from './settings-fault.ts';

/** A JSON file of the configuration folder that holds documents by their names. */
export interface NamedDocumentsFile<Document> {
  readonly path: string;
  /** What the documents are, for messages: `column maps`. */
  readonly what: string;
  /** Whether all that the file holds is what it should be. */
  readonly isDocument: (value: unknown) => value is Document;
}

const NAME = /^[\p{L}\p{Nd}][\p{L}\p{Nd}._-]{0,63}$/u;
export const NAMES_IN_WORDS = 'A name has letters, digits, ., _ and - in it, 64 at most.';

/** Whether a text can be the name of a document, and nothing else that is typed where a name may stand. */
export function isDocumentName(text: string): boolean {
  return NAME.test(text);
}

/** Reads the documents. A missing file is none; anything else that is wrong is a fault naming the file. */
export function readDocuments<Document>({
  path,
  what,
  isDocument,
}: NamedDocumentsFile<Document>): ReadonlyMap<string, Document> | SettingsFault {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return new Map();
    return settingsFault(`The file of ${what} ${path} cannot be read (${code}).`, 'Check its permissions.');
  }
  try {
    const found: unknown = JSON.parse(text);
    if (isObject(found)) {
      const entries = Object.entries(found);
      if (entries.every((entry): entry is [string, Document] => isDocument(entry[1])))
        return new Map(entries);
    }
  } catch {
    // Not JSON: said below, as for any other content that is not right.
  }
  return settingsFault(`The file of ${what} ${path} is not usable.`, 'Correct or remove the file.');
}

/**
 * Adds or replaces a document under a name; the file is replaced whole, and only its owner can read it, since it may
 * name accounts. `unique` tells it apart from what another process writes at the same time.
 */
export function saveDocument<Document>(
  file: NamedDocumentsFile<Document>,
  name: string,
  document: Document,
  unique: string,
): SettingsFault | null {
  return change(file, unique, (kept) => [...kept, [name, document]]);
}

/** Removes a document; the file is replaced as by `saveDocument`. */
export function removeDocument<Document>(
  file: NamedDocumentsFile<Document>,
  name: string,
  unique: string,
): SettingsFault | null {
  return change(file, unique, (kept) => [...kept].filter(([known]) => known !== name));
}

function change<Document>(
  file: NamedDocumentsFile<Document>,
  unique: string,
  by: (kept: ReadonlyMap<string, Document>) => readonly (readonly [string, Document])[],
): SettingsFault | null {
  const kept = readDocuments(file);
  if (isSettingsFault(kept)) return kept;
  const all = Object.fromEntries(by(kept));
  try {
    writePrivateFile(file.path, `${JSON.stringify(all, null, 2)}\n`, unique);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return settingsFault(
      `The file of ${file.what} ${file.path} cannot be written (${code}).`,
      'Check the folder.',
    );
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
