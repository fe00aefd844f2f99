import { describe, expect, it } from 'vitest';
import { lineCells, say } from '../../src/shell/said.ts';
import type { Surroundings } from '../../src/shell/surroundings.ts';

function terminal(cells: number | null, columns?: string): Surroundings & { said: string } {
  const told = {
    said: '',
    machine: { environment: columns === undefined ? {} : { COLUMNS: columns } },
    stderrIsTerminal: cells !== null,
    terminalCells: () => cells,
    errorCells: () => cells,
    writeError: (text: string) => {
      told.said += text;
    },
  };
  return told as unknown as Surroundings & { said: string };
}

describe('the width of a line', () => {
  it.each([
    ['a pipe', null, undefined, null],
    ['a terminal', 132, undefined, 132],
    ['a terminal that does not say', 0, undefined, 80],
    ['an exported COLUMNS', 132, '60', 60],
    ['a COLUMNS that says nothing', 0, '0', 80],
  ])('of %s', (_what, cells, columns, expected) => {
    expect(lineCells(terminal(cells, columns))).toBe(expected);
  });

  it('keeps words together where the terminal answers 0', () => {
    const console = terminal(0);
    say(console, 'next: loandesk assess APP-4M7Z1K8Q9');
    expect(console.said).toBe('next: loandesk assess APP-4M7Z1K8Q9\n');
  });
});
