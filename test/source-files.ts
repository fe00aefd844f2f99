import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';

/** The checkout. */
export const ROOT = join(import.meta.dirname, '..');

export interface Import {
  /** Path from the root for files of ours; the bare name for packages and `node:` modules. */
  readonly target: string;
  readonly typeOnly: boolean;
  /** `export … from` rather than `import`. */
  readonly isReexport: boolean;
}

export interface SourceFile {
  /** From the root, with `/`. */
  readonly path: string;
  readonly text: string;
  /** The text with comments blanked out. */
  readonly code: string;
  readonly imports: readonly Import[];
  readonly exports: readonly string[];
  /** Those of `exports` that are types. */
  readonly typeExports: readonly string[];
}

/** Every TypeScript file in a folder of the checkout, and in those below it unless `deep` is false. */
export function sourceFilesUnder(folder: string, { deep = true } = {}): readonly SourceFile[] {
  return readdirSync(join(ROOT, folder), { recursive: deep, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readSource(normalize(`${folder}/${path}`).split(sep).join('/')))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const code = withoutComments(text);
  return {
    path,
    text,
    code,
    imports: importsOf(path, code),
    exports: exportsOf(code),
    typeExports: typeExportsOf(code),
  };
}

/** Strings and templates are kept, since import paths are strings. */
function withoutComments(text: string): string {
  return text.replace(
    /\/\*[\s\S]*?\*\/|(^|[\s;{}(,])\/\/[^\n]*|('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g,
    (whole, before: string | undefined, literal: string | undefined) =>
      literal ?? `${before ?? ''}${whole.replace(/[^\n]/g, '')}`,
  );
}

function importsOf(path: string, code: string): readonly Import[] {
  const found: Import[] = [];
  const add = (specifier: string, typeOnly: boolean, isReexport: boolean) => {
    const isOurs = specifier.startsWith('.');
    const target = isOurs
      ? normalize(join(dirname(path), specifier))
          .split(sep)
          .join('/')
      : specifier;
    found.push({ target, typeOnly, isReexport });
  };
  for (const [, word, type, specifier] of code.matchAll(
    /^(import|export)\s+(type\s+)?(?:[\w$*\s{},]+?\s+from\s+)?['"]([^'"\n]+)['"]/gm,
  )) {
    add(specifier!, type !== undefined, word === 'export');
  }
  for (const [, type, specifier] of code.matchAll(/(typeof\s+)?\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g)) {
    add(specifier!, type !== undefined, false);
  }
  return found;
}

function exportsOf(code: string): readonly string[] {
  const declared = [
    ...code.matchAll(/^export\s+(?:async\s+)?(?:const|let|function\*?|class|interface|type)\s+([\w$]+)/gm),
  ].map((match) => match[1]!);
  const listed = [...code.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}/gm)].flatMap((match) =>
    match[1]!
      .split(',')
      .map(
        (name) =>
          name
            .trim()
            .split(/\s+as\s+/)
            .at(-1)!,
      )
      .filter((name) => name !== ''),
  );
  return [...declared, ...listed];
}

function typeExportsOf(code: string): readonly string[] {
  return [...code.matchAll(/^export\s+(?:interface|type)\s+([\w$]+)/gm)].map((match) => match[1]!);
}
