import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';

// Builds the program into dist/: one bundle split by command, the text of the top help, and esbuild's own
// account of who imports whom (dist/meta.json), which the style test reads.

const root = import.meta.dirname;
const dist = join(root, 'dist');

const result = await build({
  absWorkingDir: root,
  entryPoints: { main: 'src/main.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.19',
  // Names stay as written, so that a stack trace can be read without a source map.
  minify: false,
  keepNames: false,
  legalComments: 'none',
  chunkNames: 'parts/[name]-[hash]',
  // A native module finds its binary beside itself. Everything else is bundled: one file to read instead of many.
  external: ['better-sqlite3'],
  // Bundled CommonJS modules still ask for Node's own by `require`.
  banner: {
    js: "import { createRequire as createRequire_ } from 'node:module'; const require = createRequire_(import.meta.url);",
  },
  metafile: true,
  logLevel: 'warning',
});

writeFileSync(join(dist, 'meta.json'), JSON.stringify(result.metafile));
const { wholeHelp } = await import('./src/shell/help.ts');
const { CATALOGUE } = await import('./src/shell/catalogue.ts');
writeFileSync(join(dist, 'help.txt'), await wholeHelp(CATALOGUE));

removeStaleFiles([...Object.keys(result.metafile.outputs), 'dist/meta.json', 'dist/help.txt']);

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const outputs = Object.values(result.metafile.outputs);
const kilobytes = Math.round(outputs.reduce((sum, output) => sum + output.bytes, 0) / 1024);
console.error(`built loandesk ${version}: dist/, ${outputs.length} files, ${kilobytes} kB`);

/** What an earlier build left; removed after the new files are there, so that a running program finds its parts. */
function removeStaleFiles(current: readonly string[]): void {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !current.includes(relative(root, path).split(sep).join('/'))) rmSync(path);
  }
}
