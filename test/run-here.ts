import { Readable } from 'node:stream';
import { compose, type World } from '../src/compose.ts';
import { CATALOGUE } from '../src/shell/catalogue.ts';
import { runLine } from '../src/shell/run.ts';
import type { Backstage, Surroundings } from '../src/shell/surroundings.ts';
import { type ProgramRun, pinnedEnvironment, type RunOptions } from './e2e/run-program.ts';

/** How a command line ended, and what it wrote. */
export interface Said {
  readonly out: string;
  readonly said: string;
  readonly exitCode: number;
}

/** Where a command line is typed. */
export interface TypedAt {
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  /** The same folder when it is not said. */
  readonly home?: string;
  readonly temporaryFolder?: string;
  readonly osUser?: string;
  readonly host?: string;
  readonly input?: string;
  /** What stands behind the shell; the real things when it is not said. */
  readonly backstage?: (world: World) => Backstage;
}

/**
 * Runs a command line of the whole program in this process, as `main.ts` does in its own: with pipes for a terminal, on
 * Linux.
 */
export async function typeLine(words: readonly string[], at: TypedAt): Promise<Said> {
  const { environment, folder, home = folder, input = '' } = at;
  let out = '';
  let said = '';
  const standardInput = () => Readable.from(input === '' ? [] : [Buffer.from(input)]);
  const writeError = (text: string) => {
    said += text;
  };
  const platform = 'linux';
  const world: World = {
    osUser: () => at.osUser ?? 'desk',
    host: () => at.host ?? 'bank',
    standardInput,
    workingFolder: folder,
    temporaryFolder: () => at.temporaryFolder ?? folder,
    writeError,
    onExit: () => {},
    exit: () => {
      throw new Error('nothing is to end here');
    },
    onStopSignal: () => {},
    remote: () => ({
      nodePath: process.execPath,
      processId: process.pid,
      isRunning: (processId) => processId === process.pid,
      platform,
      environment,
    }),
  };
  const surroundings: Surroundings = {
    machine: { environment, platform, workingFolder: folder, homeFolder: () => home },
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
      throw new Error('nothing may be asked off a terminal');
    },
    standardInput,
  };
  const exitCode = await runLine([...words], surroundings, (at.backstage ?? compose)(world), CATALOGUE);
  return { out, said, exitCode };
}

/** The same as `runProgram`, on the sources: a program started for each line takes six times as long. */
export async function runHere(args: readonly string[], options: RunOptions = {}): Promise<ProgramRun> {
  const { environment, folder = process.cwd(), input } = options;
  const { exitCode, out, said } = await typeLine(args, {
    environment: pinnedEnvironment(environment),
    folder,
    ...(input === undefined ? {} : { input }),
  });
  return { exitCode, signal: undefined, out, error: said };
}
