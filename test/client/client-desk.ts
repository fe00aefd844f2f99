import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { compose } from '../../src/compose.ts';
import { CATALOGUE } from '../../src/shell/catalogue.ts';
import { runLine } from '../../src/shell/run.ts';
import type { Surroundings } from '../../src/shell/surroundings.ts';

/** What a command line printed and said. */
export interface ClientRun {
  readonly exitCode: number;
  readonly out: string;
  readonly said: string;
}

/** A terminal-less desk whose command lines go to servers: the real program but for its process. */
export class ClientDesk {
  readonly home: string;
  readonly environment: Record<string, string> = {};

  private constructor(home: string) {
    this.home = home;
  }

  static async open(): Promise<ClientDesk> {
    return new ClientDesk(await mkdtemp(join(tmpdir(), 'loandesk-client-')));
  }

  close(): Promise<void> {
    return rm(this.home, { recursive: true, force: true });
  }

  /** Words of a line without quotes, or the words themselves. */
  async run(line: string | readonly string[], stdin = ''): Promise<ClientRun> {
    let out = '';
    let said = '';
    const input = () => Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]);
    const environment = { LOANDESK_HOME: this.home, NO_COLOR: '1', ...this.environment };
    const surroundings: Surroundings = {
      machine: {
        environment,
        platform: 'linux',
        workingFolder: this.home,
        homeFolder: () => this.home,
      },
      stdinIsTerminal: false,
      stdoutIsTerminal: false,
      stderrIsTerminal: false,
      errorCells: () => null,
      terminalCells: () => null,
      writeOut: (text) => {
        out += text;
      },
      writeError: (text) => {
        said += text;
      },
      promptStreams: () => {
        throw new Error('nothing may be asked off a terminal');
      },
      standardInput: input,
    };
    const backstage = compose({
      osUser: () => 'mona',
      host: () => 'desk',
      standardInput: input,
      workingFolder: this.home,
      temporaryFolder: () => this.home,
      writeError: (text) => {
        said += text;
      },
      onStopSignal: () => {},
      remote: () => ({
        nodePath: process.execPath,
        processId: process.pid,
        isRunning: (processId) => processId === process.pid,
        platform: 'linux',
        environment,
      }),
    });
    const words = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
    const exitCode = await runLine(words, surroundings, backstage, CATALOGUE);
    return { exitCode, out, said };
  }
}
