import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { ROOT, type SourceFile, sourceFilesUnder } from './source-files.ts';

const MOST_LINES = 800;

const src = sourceFilesUnder('src');
const tests = sourceFilesUnder('test');

/** What a room may look at besides itself: whole rooms end with `/`. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  contract: ['src/domain/'],
  store: ['src/domain/'],
  service: [
    'src/domain/',
    'src/contract/',
    // The store's port, with its records and the failures it promises.
    'src/store/port.ts',
    'src/store/records.ts',
    'src/store/access-port.ts',
    'src/store/report-port.ts',
    'src/store/correction-records.ts',
    'src/store/receipt-port.ts',
    'src/store/receipt-records.ts',
    'src/store/verification-port.ts',
    'src/store/moving-port.ts',
    // What is moved, by whom it is read and written alike.
    'src/store/moved-groups.ts',
    // How the rows of a batch are vouched for: whoever makes a batch says so with it.
    'src/store/batch-rows-hash.ts',
    'src/store/store-error.ts',
  ],
  ingest: ['src/domain/'],
  server: ['src/contract/', 'src/service/'],
  client: ['src/contract/'],
  commands: ['src/domain/', 'src/contract/', 'src/render/', 'src/shell/command-definition.ts'],
  shell: ['src/domain/', 'src/contract/', 'src/render/', 'src/settings/', 'src/commands/'],
  render: ['src/domain/'],
  settings: [],
};

/** Packages that only one room knows. */
const KNOWN_ONLY_TO: Readonly<Record<string, string>> = {
  commander: 'shell',
  '@inquirer/core': 'shell',
  '@inquirer/prompts': 'shell',
  'cli-table3': 'render',
  chalk: 'render',
  'better-sqlite3': 'store',
  pg: 'store',
  'drizzle-orm': 'store',
  zod: 'contract',
  'csv-parse': 'ingest',
  'countries-list': 'ingest',
  htmlparser2: 'ingest',
  saxes: 'ingest',
  yauzl: 'ingest',
  undici: 'client',
  keytar: 'settings',
};

function roomOf(path: string): string | null {
  const [, room, rest] = path.split('/');
  return rest === undefined ? null : room!;
}

function broken(
  files: readonly SourceFile[],
  rule: (file: SourceFile) => readonly string[],
): readonly string[] {
  return files.flatMap((file) => rule(file).map((what) => `${file.path}: ${what}`));
}

describe('the house', () => {
  it('keeps every room to what it may look at', () => {
    const faults = broken(src, ({ path, imports }) => {
      const room = roomOf(path);
      if (room === null) return [];
      const allowed = MAY_IMPORT[room];
      if (allowed === undefined) return [`there is no room "${room}"`];
      return (
        imports
          .filter(({ target }) => target.startsWith('src/') && !target.startsWith(`src/${room}/`))
          .filter(
            ({ target }) =>
              !allowed.some((place) => target === place || (place.endsWith('/') && target.startsWith(place))),
          )
          // The shapes of what stands behind the lazy doors of a command's `deps` are types and nothing more.
          .filter(({ target, typeOnly }) => {
            return !(path === 'src/shell/file-rooms.ts' && typeOnly && target.startsWith('src/ingest/'));
          })
          .map(({ target }) => `may not look at ${target}`)
      );
    });
    expect(faults).toEqual([]);
  });

  it('sees every import that esbuild sees', async () => {
    const { metafile } = await build({
      absWorkingDir: ROOT,
      entryPoints: src.map((file) => file.path),
      outdir: 'nowhere',
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      splitting: true,
      write: false,
      metafile: true,
      logLevel: 'silent',
    });
    const faults = broken(src, ({ path, imports }) => {
      const seen = new Set(imports.map(({ target }) => target));
      const actual = metafile.inputs[path]!.imports.map((found) => found.path);
      return actual
        .filter((target) => !seen.has(target))
        .map((target) => `the test did not see the import of ${target}`);
    });
    expect(faults).toEqual([]);
  });

  it('lets the domain touch nothing of the machine', () => {
    const faults = broken(src, ({ path, imports }) =>
      roomOf(path) === 'domain'
        ? imports
            .filter(({ target }) => !target.startsWith('src/') && target !== 'decimal.js')
            .map(({ target }) => `imports ${target}`)
        : [],
    );
    expect(faults).toEqual([]);
  });

  it('keeps each package in its room', () => {
    const faults = broken(src, ({ path, imports }) =>
      imports
        .filter(({ target }) => {
          const room = KNOWN_ONLY_TO[target] ?? KNOWN_ONLY_TO[target.split('/')[0]!];
          return room !== undefined && room !== roomOf(path);
        })
        .map(({ target }) => `may not know ${target}`),
    );
    expect(faults).toEqual([]);
  });

  it.each([
    ['process', /\bprocess\s*\./, 'src/main.ts'],
    ['the clock', /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b/, 'src/clock-and-chance.ts'],
    [
      'randomness',
      /\bMath\.random\b|\bgetRandomValues\b|\brandomUUID\b|from 'node:crypto'.*random/,
      'src/clock-and-chance.ts',
    ],
  ])('knows %s in one file only', (_what, pattern, home) => {
    const faults = broken(src, ({ path, code }) =>
      path !== home && pattern.test(code) ? [String(pattern)] : [],
    );
    expect(faults).toEqual([]);
  });
});

describe('every file', () => {
  const all = [...src, ...tests];

  it(`has at most ${MOST_LINES} lines`, () => {
    const faults = broken(all, ({ text }) => {
      const lines = text.trimEnd().split('\n').length;
      return lines > MOST_LINES ? [`${lines} lines`] : [];
    });
    expect(faults).toEqual([]);
  });

  it('is named in kebab-case for what it holds', () => {
    const faults = broken(all, ({ path }) =>
      path
        .split('/')
        .filter(
          (part) =>
            !/^[a-z0-9]+(-[a-z0-9]+)*(\.test)?(\.ts)?$/.test(part) ||
            /^(utils?|helpers?|common|misc|index)(\.ts)?$/.test(part),
        )
        .map((part) => `"${part}"`),
    );
    expect(faults).toEqual([]);
  });

  it('exports by name and passes nothing of ours on', () => {
    const faults = broken(all, ({ code, imports }) => [
      ...(/^export default\b|\bas default\b/m.test(code) ? ['default export'] : []),
      ...imports
        .filter(({ isReexport, target }) => isReexport && /^(src|test)\//.test(target))
        .map(({ target }) => `passes ${target} on`),
    ]);
    expect(faults).toEqual([]);
  });

  it('imports with the extension', () => {
    const faults = broken(all, ({ imports }) =>
      imports
        .filter(({ target }) => /^(src|test)\//.test(target) && !/\.(ts|json)$/.test(target))
        .map(({ target }) => target),
    );
    expect(faults).toEqual([]);
  });

  it('exports nothing that nobody uses', () => {
    const everywhere = [...all, ...sourceFilesUnder('.', { deep: false })];
    const importers = new Map<string, SourceFile[]>();
    for (const file of everywhere) {
      for (const { target } of file.imports) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
    // What compose.ts opens a lazy door to is used by the commands, through their `deps`.
    const throughDoors = src.filter(({ path }) => path.startsWith('src/commands/'));
    const usersOf = (path: string) => {
      const direct = importers.get(path) ?? [];
      return direct.some((file) => file.path === 'src/compose.ts') ? [...direct, ...throughDoors] : direct;
    };
    const faults = broken(all, ({ path, code, exports, typeExports }) =>
      exports
        // The launcher calls it.
        .filter((name) => !(path === 'src/main.ts' && name === 'main'))
        .filter((name) => !(path === 'src/complete.ts' && name === 'complete'))
        // Vitest calls it.
        .filter(
          (name) =>
            !(name === 'setup' && ['test/kept-code.ts', 'test/postgres/shared-server.ts'].includes(path)),
        )
        // drizzle-kit reads the tables.
        .filter(() => !/^src\/store\/(sqlite|postgres)\/schema\//.test(path))
        .filter((name) => {
          const word = new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g');
          // A type that another export is made of is used wherever that one is.
          if (typeExports.includes(name) && (code.match(word) ?? []).length > 1) return false;
          return !usersOf(path).some((file) => file.path !== path && file.code.search(word) !== -1);
        })
        .map((name) => `nobody uses ${name}`),
    );
    expect(faults).toEqual([]);
  });
});
