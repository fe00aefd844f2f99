import { DOCUMENT_LANGUAGES } from '../domain/document-policy.ts';
import type { OptionDefinition } from '../shell/command-definition.ts';

const DOCUMENT = 'Printed document';

/** What every command that prints a document takes beside its own. */
export const DOCUMENT_OPTIONS: readonly OptionDefinition[] = [
  {
    flag: '--format',
    value: {
      name: 'FORMAT',
      kind: 'choice',
      choices: ['table', 'json', 'ndjson', 'csv', 'tsv', 'text', 'html'],
    },
    says: 'text or html prints a document; the others are forms of the data',
    group: DOCUMENT,
  },
  {
    flag: '--lang',
    value: { name: 'LANG', kind: 'choice', choices: DOCUMENT_LANGUAGES },
    says: 'language of the document (default: policy document_language)',
    group: DOCUMENT,
  },
  {
    flag: '--out',
    value: { name: 'FILE', kind: 'file' },
    says: 'write the document to a new file; one ending in .html is HTML',
    group: DOCUMENT,
  },
];
