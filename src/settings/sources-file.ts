import { join } from 'node:path';
import type { NamedDocumentsFile } from './named-documents.ts';

/** `sources.json` of a configuration folder: source profiles by name. What is in one is not looked at here. */
export function sourcesFile(configFolder: string): NamedDocumentsFile<unknown> {
  return {
    path: join(configFolder, 'sources.json'),
    what: 'sources',
    isDocument: (value): value is unknown => value !== undefined,
  };
}
