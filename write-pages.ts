import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOGUE } from './src/shell/catalogue.ts';
import { commandPage, declarations, pageName, pageOfPages } from './src/shell/command-page.ts';
import { manualPage } from './src/shell/manual-page.ts';

// `npm run pages`: writes docs/commands/ and man/loandesk.1 from what the commands declare. A test holds that they are
// as this would write them.

const root = import.meta.dirname;
const commands = join(root, 'docs', 'commands');
const definitions = await declarations(CATALOGUE);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const pages = new Map(definitions.map((definition) => [pageName(definition), commandPage(definition)]));
pages.set('README.md', pageOfPages(definitions));

mkdirSync(commands, { recursive: true });
mkdirSync(join(root, 'man'), { recursive: true });
for (const [name, page] of pages) writeFileSync(join(commands, name), page);
for (const name of readdirSync(commands)) if (!pages.has(name)) rmSync(join(commands, name));
writeFileSync(join(root, 'man', 'loandesk.1'), manualPage(definitions, version));
