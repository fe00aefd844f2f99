import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type BuildOptions, build, type Plugin, transform } from 'esbuild';

// Builds the program into dist/: one bundle split by command, the text of the top help, what completion
// knows of the commands, and esbuild's own account of who imports whom (dist/meta.json).

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

/**
 * The native module's own script is bundled as well; only its binary stays outside, and is taken from the
 * package without trying the places of a compiler's output first.
 */
const sqliteBinary: Plugin = {
  name: 'sqlite-binary',
  setup(hooks) {
    hooks.onLoad({ filter: /[\\/]better-sqlite3[\\/]lib[\\/]binding\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const bundled = text
        .replaceAll("path.join(__dirname, '..', 'build'", "path.join(packageFolder(), 'build'")
        .replaceAll("path.join(__dirname, '..', 'prebuilds'", "path.join(packageFolder(), 'prebuilds'")
        .replace('if (require.main === module) {', 'if (false) {');
      if (bundled.includes('__dirname'))
        throw new Error('better-sqlite3 finds its binary in another way now');
      // Looked for by hand: `require.resolve` reads and judges the package's own description first.
      const packageFolder = `function packageFolder() {
  for (let folder = __dirname; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const found = path.join(folder, 'node_modules', 'better-sqlite3');
    if (fs.existsSync(found)) return found;
  }
  throw new Error('better-sqlite3 is not installed beside loandesk: run "npm ci"');
}`;
      return { contents: `${bundled}\n${packageFolder}`, loader: 'js' };
    });
  },
};

/** How esbuild writes the import of one of them. */
const SLOW_MODULE = /^var (import_node_(?:crypto|os|zlib|stream|promises)\d*) = (require\("[^"]+"\));$/gm;

/** Larger ones, such as the schema library, are worth a file of their own: most commands do without. */
const LARGEST_SHARED_BYTES = 60_000;

const how = {
  absWorkingDir: root,
  external: ['keytar'],
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target,
  // Names stay as written, so that a stack trace can be read without a source map.
  minify: false,
  legalComments: 'none',
  plugins: [commanderWithoutPrograms, sqliteBinary],
  write: false,
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;
// First the splitting, which esbuild does for ES modules only.
const split = await build({
  ...how,
  // One answers a shell's Tab; one is a program of its own, which asks the keychain and may have to be killed; the
  // last is a thread of the service.
  entryPoints: {
    main: 'src/main.ts',
    complete: 'src/complete.ts',
    'keychain-child': 'src/settings/keychain-child.ts',
    'write-worker': 'src/write-worker.ts',
  },
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
});
// The thread of a large import needs little, and starts sooner without the parts the others share.
const alone = await build({ ...how, entryPoints: { 'engine-worker': 'src/store/sqlite/engine-worker.ts' } });

// Then each part becomes CommonJS: Node's loader for ES modules alone takes half as long as Node's own start.
// Every file costs some 0.3 ms to find and compile, so the small shared parts are put together in one.
const files = new Map<string, string>([['package.json', '{ "type": "commonjs" }\n']]);
const shared = new Map<string, string>();
for (const file of [...split.outputFiles, ...alone.outputFiles]) {
  const path = relative(dist, file.path).replaceAll('\\', '/');
  const code = await asCommonJs(file.text);
  if (/^parts\/chunk-/.test(path) && code.length <= LARGEST_SHARED_BYTES) shared.set(path, code);
  else files.set(path, code);
}
for (const [path, code] of files)
  files.set(path, throughSharedFile(code, path.includes('/') ? './' : './parts/'));
files.set('parts/shared.js', sharedFile());
const meta = {
  inputs: { ...alone.metafile.inputs, ...split.metafile.inputs },
  outputs: { ...split.metafile.outputs, ...alone.metafile.outputs },
};
files.set('meta.json', JSON.stringify(meta));

const { wholeHelp } = await import('./src/shell/help.ts');
const { CATALOGUE } = await import('./src/shell/catalogue.ts');
files.set('help.txt', await wholeHelp(CATALOGUE, null));
const { completionTable } = await import('./src/shell/completion-table.ts');
const { SHIPPED_DOCUMENTS } = await import('./src/ingest/statements/shipped-sources.ts');
const completed = await completionTable(CATALOGUE, [...SHIPPED_DOCUMENTS.keys()]);
files.set('completion.json', JSON.stringify(completed));
// The last to be written: what is compiled under this id is of these files, never of a mixture.
const contents = createHash('sha256');
for (const [path, text] of files) contents.update(`${path}\n${text}`);
files.set('build-id', contents.digest('hex'));

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

/** A part as CommonJS. Node's slower modules are loaded when first used: `node:crypto` alone takes 4 ms. */
async function asCommonJs(text: string): Promise<string> {
  const hasUrl = text.includes('import.meta.url');
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target,
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'importMetaUrl_' },
    ...(hasUrl
      ? { banner: 'const importMetaUrl_ = require("node:url").pathToFileURL(__filename).href;' }
      : {}),
  });
  return code
    .replace(SLOW_MODULE, (_, name: string, load: string) => {
      return `let ${name}_;\nconst ${name} = () => (${name}_ ??= ${load});`;
    })
    .replace(/\b(import_node_\w+)\./g, (use, name: string) => (isSlow(code, name) ? `${name}().` : use));
}

function isSlow(code: string, name: string): boolean {
  return [...code.matchAll(SLOW_MODULE)].some(([, slow]) => slow === name);
}

/** Makes the shared parts one file: each is run when first asked for, as if it were a file of its own. */
function sharedFile(): string {
  const makers = [...shared].map(([path, code]) => {
    return `${JSON.stringify(path)}: (module, exports) => {\n${throughSharedFile(code, './')}}`;
  });
  return `"use strict";
const made = new Map();
const makers = {
${makers.join(',\n')}
};
function part(path) {
  const known = made.get(path);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  made.set(path, module);
  makers[path](module, module.exports);
  return module.exports;
}
module.exports = part;
`;
}

/** Points requires of a shared part to the file that holds them all. */
function throughSharedFile(code: string, toParts: string): string {
  return code.replace(/\brequire\("(?:\.\/parts|\.)\/(chunk-[A-Z0-9]+\.js)"\)/g, (whole, name: string) =>
    shared.has(`parts/${name}`) ? `require("${toParts}shared.js")("parts/${name}")` : whole,
  );
}
