import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin, transform } from 'esbuild';

// Builds the program into dist/: one bundle split by command, the text of the top help, and esbuild's own
// account of who imports whom (dist/meta.json).

const root = import.meta.dirname;
const dist = join(root, 'dist');
const target = 'node22.19';

/**
 * Commander starts programs of its own accord only for sub-commands in files of their own, which we have none
 * of; without the import the start is a millisecond shorter.
 */
const commanderWithoutPrograms: Plugin = {
  name: 'commander-without-programs',
  setup(hooks) {
    hooks.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path: 'no-programs', namespace: 'empty' } : undefined,
    );
    hooks.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {};' }));
  },
};

// First the splitting, which esbuild does for ES modules only.
const split = await build({
  absWorkingDir: root,
  entryPoints: { main: 'src/main.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target,
  // Names stay as written, so that a stack trace can be read without a source map.
  minify: false,
  legalComments: 'none',
  chunkNames: 'parts/[name]-[hash]',
  // A native module finds its binary beside itself. Everything else is bundled: few files to read instead of many.
  external: ['better-sqlite3'],
  plugins: [commanderWithoutPrograms],
  write: false,
  metafile: true,
  logLevel: 'warning',
});

// Then each part becomes CommonJS: Node's loader for ES modules alone takes half as long as Node's own start.
const files = new Map<string, string>([['package.json', '{ "type": "commonjs" }\n']]);
for (const file of split.outputFiles) {
  const hasUrl = file.text.includes('import.meta.url');
  const { code } = await transform(file.text, {
    format: 'cjs',
    platform: 'node',
    target,
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'importMetaUrl_' },
    ...(hasUrl
      ? { banner: 'const importMetaUrl_ = require("node:url").pathToFileURL(__filename).href;' }
      : {}),
  });
  files.set(relative(dist, file.path), code);
}
files.set('meta.json', JSON.stringify(split.metafile));

const { wholeHelp } = await import('./src/shell/help.ts');
const { CATALOGUE } = await import('./src/shell/catalogue.ts');
files.set('help.txt', await wholeHelp(CATALOGUE));

for (const [path, text] of files) {
  mkdirSync(dirname(join(dist, path)), { recursive: true });
  writeFileSync(join(dist, path), text);
}
removeStaleFiles();

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const kilobytes = Math.round([...files.values()].reduce((sum, text) => sum + text.length, 0) / 1024);
console.error(`built loandesk ${version}: dist/, ${files.size} files, ${kilobytes} kB`);

/** What an earlier build left; removed after the new files are there, so that a running program finds its parts. */
function removeStaleFiles(): void {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !files.has(relative(dist, path))) rmSync(path);
  }
}
