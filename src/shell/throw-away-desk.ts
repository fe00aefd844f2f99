import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CATALOGUE } from './catalogue.ts';
import type { ThrowAwayDesk } from './command-definition.ts';
import { runLine } from './run.ts';
import type { Backstage, Surroundings } from './surroundings.ts';

/** Width of tables in a pipe: payments with their splits stand in one line. */
const PIPE_CELLS = 120;

/**
 * A desk with a ledger of its own in a private temporary folder: runs command lines as typed, catches what they
 * print (drawn for lines of `lineCells`), and leaves nothing behind when closed.
 */
export async function openThrowAwayDesk(
  temporaryFolder: string,
  backstage: Backstage,
  lineCells: number | null,
): Promise<ThrowAwayDesk> {
  const home = await mkdtemp(join(temporaryFolder, 'loandesk-demo-'));
  return {
    async run(line) {
      let out = '';
      let said = '';
      const surroundings: Surroundings = {
        machine: {
          environment: { LOANDESK_HOME: home, NO_COLOR: '1' },
          platform: 'linux',
          workingFolder: home,
          homeFolder: () => home,
        },
        stdinIsTerminal: false,
        stdoutIsTerminal: true,
        stderrIsTerminal: lineCells !== null,
        terminalCells: () => lineCells ?? PIPE_CELLS,
        errorCells: () => lineCells,
        writeOut: (text) => {
          out += text;
        },
        writeError: (text) => {
          said += text;
        },
        promptStreams: () => {
          throw new Error('the demo asks nothing');
        },
        standardInput: async function* () {},
      };
      const exitCode = await runLine(line, surroundings, backstage, CATALOGUE);
      return { out, said, exitCode };
    },
    async writeFile(name, text) {
      const path = join(home, name);
      await writeFile(path, text, { mode: 0o600 });
      return path;
    },
    close: () => rm(home, { recursive: true, force: true }),
  };
}
