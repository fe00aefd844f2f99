import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { CATALOGUE, GROUPS } from '../../src/shell/catalogue.ts';
import { wholeHelp } from '../../src/shell/help.ts';
import { exitCodesOf } from '../../src/shell/help-parts.ts';
import { HELP_SECTIONS } from '../../src/shell/help-sections.ts';
import { commandHelp } from '../../src/shell/help-text.ts';
import { findMissing } from '../../src/shell/missing-values.ts';
import { SHARED_OPTIONS } from '../../src/shell/shared-options.ts';
import { readTypedLine } from '../../src/shell/typed-line.ts';
import { nameCommand } from '../../src/shell/words.ts';
import { ROOT } from '../source-files.ts';

/** Words of a line in which nothing but double quotes needs care. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:[^\s"]+|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ''));
}

describe('the catalogue', () => {
  it('names each command once, and every group has its line', () => {
    const paths = CATALOGUE.map((entry) => entry.path.join(' '));
    expect(new Set(paths).size).toBe(paths.length);
    const groups = new Set(CATALOGUE.filter((entry) => entry.path.length > 1).map((entry) => entry.path[0]!));
    for (const group of groups) expect(GROUPS).toHaveProperty(group);
  });

  it.for(CATALOGUE.map((entry) => [entry.path.join(' '), entry] as const))('%s', async ([, entry]) => {
    const definition = await entry.load();
    expect(definition.path).toEqual(entry.path);
    expect(definition.says).toMatch(/^[A-Z].*\.$/);
    const flags = definition.options.flatMap((option) => [option.flag, ...(option.aliases ?? [])]);
    expect(new Set(flags).size).toBe(flags.length);
    for (const flag of flags) expect(flag).toMatch(/^(--[a-z][a-z-]*|-[a-z])$/);
    expect(commandHelp(definition, 80)).not.toMatch(/[^\x20-\x7e\n–…×]/);
    for (const cells of [60, 80, 100]) {
      for (const line of commandHelp(definition, cells).split('\n')) {
        expect(line.length, line).toBeLessThanOrEqual(cells);
      }
    }
  });

  it('has examples that can be typed as they stand', async () => {
    for (const entry of CATALOGUE) {
      const { examples } = await entry.load();
      expect(examples.length, entry.path.join(' ')).toBeGreaterThan(0);
      for (const { line } of examples) {
        const [program, ...words] = wordsOf(line.split(/ [|<>] /)[0]!);
        expect(program).toBe('loandesk');
        const named = nameCommand(words, CATALOGUE);
        if (named.kind !== 'command') throw new Error(`no command: ${line}`);
        const definition = await named.entry.load();
        const typed = readTypedLine(definition, named.rest);
        if ('code' in typed) throw new Error(`${line}: ${typed.detail}`);
        expect(findMissing(definition, typed.input), line).toEqual({ args: [], options: [] });
      }
    }
  });

  it.for(CATALOGUE.map((entry) => [entry.path.join('/'), entry] as const))(
    '%s says which operations it calls, and of a write what it answers',
    async ([name, entry]) => {
      const definition = await entry.load();
      const code = readFileSync(join(ROOT, 'src', 'commands', `${name}.ts`), 'utf8');
      const called = Object.keys(OPERATIONS).filter((operation) => code.includes(`'${operation}'`));
      expect(definition.calls ?? [], 'calls').toEqual(expect.arrayContaining(called));
      // Without them a mistyped --columns is found only when the write has happened.
      if (definition.writes && name !== 'serve')
        expect(definition.columns?.().length, 'columns').toBeGreaterThan(0);
    },
  );

  it('lists every command in the help once, under its heading', async () => {
    const first = new Set(CATALOGUE.map(({ path }) => path[0]!));
    const listed = HELP_SECTIONS.flatMap(({ words }) => words);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((words) => !words.includes(' ')).toSorted()).toEqual([...first].toSorted());
    const text = (await wholeHelp(CATALOGUE, null)).replace(/\n {3,}/g, ' ');
    for (const { path } of CATALOGUE)
      expect(text).toMatch(new RegExp(`\\b${path[0]}\\b.*\\b${path[1] ?? ''}`));
    for (const cells of [60, 80, 100]) {
      for (const line of (await wholeHelp(CATALOGUE, cells)).split('\n')) {
        expect(line.trimEnd().length, line).toBeLessThanOrEqual(cells);
      }
    }
  });

  it('tells in the help every exit code there can be', async () => {
    const codesOf = async (words: string) => {
      const entry = CATALOGUE.find(({ path }) => path.join(' ') === words)!;
      return exitCodesOf(await entry.load()).map(([code]) => code);
    };
    expect(await codesOf('ledger verify')).toEqual([0, 2, 5, 7, 9]);
    expect(await codesOf('demo')).toEqual([0, 2]);
    expect(await codesOf('merchants import')).toEqual(expect.arrayContaining([3, 8]));
    expect(await codesOf('loan quote')).not.toContain(5);
    expect(await codesOf('pay')).toEqual(expect.arrayContaining([0, 2, 3, 5, 6, 7]));
  });

  it('lets every list be searched', async () => {
    const lists = CATALOGUE.filter(({ path }) => path.at(-1) === 'ls');
    for (const entry of lists) {
      const { options } = await entry.load();
      expect(
        options.some(({ flag }) => flag === '--search'),
        entry.path.join(' '),
      ).toBe(true);
    }
    expect(lists.length).toBeGreaterThan(9);
  });

  it('lets a command have a flag of its own only where no shared one is meant', async () => {
    const shared = SHARED_OPTIONS.map((option) => option.flag);
    for (const entry of CATALOGUE) {
      const own = (await entry.load()).options.map((option) => option.flag);
      expect(own.filter((flag) => shared.includes(flag) && flag !== '--format')).toEqual([]);
    }
  });
});
