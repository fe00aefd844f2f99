import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ID_PREFIXES, type IdKind, parseId } from '../src/domain/identifiers.ts';
import { ROOT, sourceFilesUnder } from './source-files.ts';

const pages = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const texts = [
  ...pages.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })),
  ...sourceFilesUnder('src'),
];
const LOOKS_LIKE_ID = new RegExp(`\\b(${Object.values(ID_PREFIXES).join('|')})[0-9A-Z]{9}\\b`, 'g');

it('shows no id in the pages or in the help that the program would call mistyped', () => {
  const found = texts.flatMap(({ path, text }) =>
    [...text.matchAll(LOOKS_LIKE_ID)].map(([id, prefix]) => ({ path, id, prefix })),
  );
  expect(found.length).toBeGreaterThan(20);
  const kinds = Object.keys(ID_PREFIXES) as IdKind[];
  const wrong = found.filter(({ id, prefix }) => {
    const kind = kinds.find((one) => ID_PREFIXES[one] === prefix)!;
    return parseId(kind, id) !== id;
  });
  expect(wrong).toEqual([]);
});
