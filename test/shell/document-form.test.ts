import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../src/shell/catalogue.ts';
import type { CommandDefinition } from '../../src/shell/command-definition.ts';
import { withDocumentForm } from '../../src/shell/document-form.ts';
import { readTypedLine, type TypedLine } from '../../src/shell/typed-line.ts';
import { nameCommand } from '../../src/shell/words.ts';

async function formOf(line: string, environmentFormat?: string) {
  const named = nameCommand(line.split(' '), CATALOGUE);
  if (named.kind !== 'command') throw new Error(`no command: ${line}`);
  const definition: CommandDefinition = await named.entry.load();
  const typed = withDocumentForm(
    definition,
    readTypedLine(definition, named.rest) as TypedLine,
    environmentFormat,
  );
  if ('code' in typed) return typed.detail;
  return [typed.input.options.format ?? null, typed.shared.format ?? null];
}

describe('the form of what a printing command gives', () => {
  it.each([
    ['loan statement LN-1', [null, null]],
    ['loan statement LN-1 --format csv', [null, 'csv']],
    ['loan statement LN-1 --format text', ['text', 'table']],
    ['loan statement LN-1 --format html', ['html', 'table']],
    ['loan statement LN-1 --lang ar', ['text', 'table']],
    ['loan statement LN-1 --lang ar --format html', ['html', 'table']],
    ['loan statement LN-1 --out a.txt', ['text', null]],
    ['loan statement LN-1 --out a.HTML', ['html', null]],
    ['loan statement LN-1 --out a.htm --format text', ['text', null]],
    ['pay receipt PAY-1', ['text', 'table']],
    ['pay receipt PAY-1 --format tsv', [null, 'tsv']],
    ['pay receipt PAY-1 --json', [null, null]],
  ])('%s', async (line, form) => {
    expect(await formOf(line)).toEqual(form);
  });

  it('goes over the format of the environment, which only a receipt gives way to', async () => {
    expect(await formOf('loan payoff LN-1 --lang en', 'json')).toEqual(['text', 'table']);
    expect(await formOf('loan payoff LN-1', 'json')).toEqual([null, null]);
    expect(await formOf('pay receipt PAY-1', 'json')).toEqual([null, null]);
  });

  it('refuses what no document can be', async () => {
    expect(await formOf('loan quote --json --format html')).toMatch(/--json and --format html cannot/);
    expect(await formOf('loan schedule LN-1 --json --lang ar')).toMatch(
      /--lang is of a printed document, and --json/,
    );
    expect(await formOf('loan schedule LN-1 --format csv --out a.csv')).toMatch(
      /--out is of .* --format csv prints none/,
    );
  });
});
