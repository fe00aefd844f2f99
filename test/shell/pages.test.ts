import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CATALOGUE } from '../../src/shell/catalogue.ts';
import { commandPage, declarations, pageName, pageOfPages } from '../../src/shell/command-page.ts';
import { manualPage } from '../../src/shell/manual-page.ts';
import { skipAloud } from '../skip-aloud.ts';
import { ROOT } from '../source-files.ts';

const MANUAL = join(ROOT, 'man', 'loandesk.1');
const PAGES = join(ROOT, 'docs', 'commands');
const STALE = 'run "npm run pages" and commit what it writes';

it('has a page in docs for every command, as it is declared', async () => {
  const definitions = await declarations(CATALOGUE);
  expect(readdirSync(PAGES).sort(), STALE).toEqual([...definitions.map(pageName), 'README.md'].sort());
  const read = (name: string) => readFileSync(join(PAGES, name), 'utf8');
  expect(read('README.md'), STALE).toBe(pageOfPages(definitions));
  for (const definition of definitions) {
    expect(read(pageName(definition)), STALE).toBe(commandPage(definition));
  }
});

it('has a manual page that says the same, and that npm installs', async () => {
  const { version, man, files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(readFileSync(MANUAL, 'utf8'), STALE).toBe(manualPage(await declarations(CATALOGUE), version));
  expect(man).toBe('man/loandesk.1');
  expect(files).toEqual(expect.arrayContaining(['man', 'docs']));
});

const hasTroff = !spawnSync('groff', ['--version']).error;
if (!hasTroff) skipAloud('the manual page in troff: groff is not installed');

it.skipIf(!hasTroff)('has a manual page that troff reads without a word', () => {
  const read = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-P-c', MANUAL], { encoding: 'utf8' });
  expect([read.status, read.stderr]).toEqual([0, '']);
  const plain = read.stdout.replace(/.\u0008/gu, '').replace(/[\u2010\u2212]/g, '-');
  expect(plain).toContain('loandesk - the lending desk of a bank, at a terminal');
  expect(plain).toMatch(/^ {3}loandesk pay LOAN --amount N\|payoff\|due/m);
  expect(plain).toContain('loandesk apply --from applications.jsonl --dry-run');
});
