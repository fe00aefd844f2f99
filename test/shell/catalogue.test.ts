import { describe, expect, it } from 'vitest';
import { CATALOGUE, GROUPS } from '../../src/shell/catalogue.ts';
import { commandHelp } from '../../src/shell/help-text.ts';
import { findMissing } from '../../src/shell/missing-values.ts';
import { SHARED_OPTIONS } from '../../src/shell/shared-options.ts';
import { readTypedLine } from '../../src/shell/typed-line.ts';
import { nameCommand } from '../../src/shell/words.ts';

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
    expect(commandHelp(definition)).not.toMatch(/[^\x20-\x7e\n–…×]/);
    for (const line of commandHelp(definition).split('\n')) {
      // Examples are lines to copy and stay whole.
      if (!line.includes('loandesk')) expect(line.length).toBeLessThanOrEqual(110);
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

  it('lets a command have a flag of its own only where no shared one is meant', async () => {
    const shared = SHARED_OPTIONS.map((option) => option.flag);
    for (const entry of CATALOGUE) {
      const own = (await entry.load()).options.map((option) => option.flag);
      expect(own.filter((flag) => shared.includes(flag) && flag !== '--format')).toEqual([]);
    }
  });
});
