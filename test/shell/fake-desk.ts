import type { Backend } from '../../src/contract/backend.ts';
import type { CatalogueEntry } from '../../src/shell/catalogue.ts';
import type { CommandDefinition, Deps } from '../../src/shell/command-definition.ts';
import { runLine } from '../../src/shell/run.ts';
import type { Backstage, Surroundings } from '../../src/shell/surroundings.ts';

/** What a command line did. */
export interface Ran {
  readonly exitCode: number;
  readonly out: string;
  readonly error: string;
  /** Inputs the command was run with, in order. */
  readonly inputs: readonly unknown[];
  readonly deps: Deps | undefined;
}

export interface DeskOptions {
  readonly environment?: Record<string, string>;
  readonly stdoutIsTerminal?: boolean;
  readonly definitions: readonly CommandDefinition[];
  readonly stdin?: string;
  openBackend?(): Promise<Backend>;
}

/** Runs a command line through the shell with fakes of everything around it. */
export async function runAtDesk(line: string | readonly string[], options: DeskOptions): Promise<Ran> {
  let out = '';
  let error = '';
  let deps: Deps | undefined;
  const inputs: unknown[] = [];
  const surroundings: Surroundings = {
    machine: {
      environment: { HOME: '/nowhere', ...options.environment },
      platform: 'linux',
      workingFolder: '/work-here',
      homeFolder: () => '/nowhere',
    },
    stdinIsTerminal: false,
    stdoutIsTerminal: options.stdoutIsTerminal ?? false,
    stderrIsTerminal: false,
    terminalCells: () => (options.stdoutIsTerminal ? 80 : null),
    errorCells: () => null,
    writeOut: (text) => {
      out += text;
    },
    writeError: (text) => {
      error += text;
    },
    promptStreams: () => {
      throw new Error('nothing may be asked off a terminal');
    },
    standardInput: async function* () {
      yield Buffer.from(options.stdin ?? '');
    },
  };
  const backstage: Backstage = {
    openBackend: options.openBackend ?? (async () => fakeBackend()),
    today: () => '2026-03-01',
    osUser: () => 'mona',
    rooms: () => ({}) as ReturnType<Backstage['rooms']>,
  };
  const catalogue: CatalogueEntry[] = options.definitions.map((definition) => ({
    path: definition.path,
    load: async () => ({
      ...definition,
      run(input, given) {
        inputs.push(input);
        deps = given;
        return definition.run(input, given);
      },
    }),
  }));
  const words = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  const exitCode = await runLine(words, surroundings, backstage, catalogue);
  return { exitCode, out, error, inputs, deps };
}

function fakeBackend(): Backend {
  return {
    describedAs: 'ledger /tmp/fake.db',
    call: async () => {
      throw new Error('not in this test');
    },
    close: async () => {},
  };
}

/** A declaration to build on. */
export function fakeCommand(path: string, more: Partial<CommandDefinition> = {}): CommandDefinition {
  return {
    path: path.split(' '),
    says: `does ${path}.`,
    args: [],
    options: [],
    examples: [],
    writes: false,
    run: async () => ({
      ok: true,
      data: { done: true },
      view: { shape: 'record', columns: [{ key: 'done', title: 'Done', kind: 'boolean' }] },
    }),
    ...more,
  };
}
