import { join } from 'node:path';
import { isObject, type NamedDocumentsFile } from './named-documents.ts';

/** What is said of the files of one source, under the names of the options without their dashes. */
export type SavedColumnsMap = Readonly<Record<string, string>>;

/**
 * `columns-maps.json` of a configuration folder:
 * `{"bank": {"columnsMap": "timestamp=Date,amount=Amount", "dateFormat": "DD/MM/YYYY"}}`.
 */
export function columnsMapsFile(configFolder: string): NamedDocumentsFile<SavedColumnsMap> {
  return {
    path: join(configFolder, 'columns-maps.json'),
    what: 'column maps',
    isDocument: (value): value is SavedColumnsMap =>
      isObject(value) && Object.values(value).every((one) => typeof one === 'string'),
  };
}
