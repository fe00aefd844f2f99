import { Readable } from 'node:stream';
import { compose, type World } from '../src/compose.ts';
import { CATALOGUE } from '../src/shell/catalogue.ts';
import { runLine } from '../src/shell/run.ts';
import type { Surroundings } from '../src/shell/surroundings.ts';
import { type ProgramRun, pinnedEnvironment, type RunOptions } from './e2e/run-program.ts';

/**
 * Runs a command line of the sources in this process, as `main.ts` does in its own: with pipes for a terminal, on the
 * real ledger, clock and folders. A program started for each line took six times as long.
 */
export async function runHere(args: readonly string[], options: RunOptions = {}): Promise<ProgramRun> {
  const { folder = process.cwd(), input = '' } = options;
  const environment = pinnedEnvironment(options.environment);
  let out = '';
  let error = '';
  const standardInput = () => Readable.from([Buffer.from(input)]);
  const writeError = (text: string) => {
    error += text;
  };
  const world: World = {
    osUser: () => 'desk',
    host: () => 'bank',
    standardInput,
    workingFolder: folder,
    temporaryFolder: () => folder,
    writeError,
    onStopSignal: () => {
      throw new Error('a service runs in a process of its own');
    },
    remote: () => ({
      nodePath: process.execPath,
      processId: process.pid,
      isRunning: () => false,
      platform: process.platform,
      environment,
    }),
  };
  const surroundings: Surroundings = {
    machine: {
      environment,
      platform: process.platform,
      workingFolder: folder,
      homeFolder: () => folder,
    },
    stdinIsTerminal: false,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    terminalCells: () => null,
    errorCells: () => null,
    writeOut: (text) => {
      out += text;
    },
    writeError,
    promptStreams: () => {
      throw new Error('nobody sits here to be asked');
    },
    standardInput,
  };
  const exitCode = await runLine([...args], surroundings, compose(world), CATALOGUE);
  return { exitCode, signal: undefined, out, error };
}
