import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sharingKeptCode } from '../kept-code.ts';
import { ROOT } from '../source-files.ts';
import { type ProgramEnd, runToEnd } from '../starting/starter.ts';
import { inFreshFolder, LAUNCHER, pinnedEnvironment } from './run-program.ts';

const LOOK_EVERY_MS = 40;
const PATIENCE_MS = 30_000;
const LINES = 60;

/** Whether there is a terminal to type on here. */
export function hasTmux(): boolean {
  return spawnSync('tmux', ['-V']).error === undefined;
}

/**
 * A real terminal of so many cells with bash in it, `loandesk` on its PATH and completion switched on. The prompt is
 * the exit code of what ran before: `[0]$`.
 */
export class Terminal {
  readonly #socket: string;
  readonly #raw: string;

  private constructor(socket: string, raw: string) {
    this.#socket = socket;
    this.#raw = raw;
  }

  static async open(
    folder: string,
    cells: number,
    environment: Record<string, string> = {},
  ): Promise<Terminal> {
    const bin = join(folder, 'bin');
    await mkdir(bin, { recursive: true });
    const program = `#!/bin/sh\nexec '${process.execPath}' '${LAUNCHER}' "$@"\n`;
    await writeFile(join(bin, 'loandesk'), program, { mode: 0o755 });
    const rc = join(folder, 'bashrc');
    await writeFile(rc, `source '${join(ROOT, 'completions', 'loandesk.bash')}'\nPS1='[$?]$ '\n`);
    const pinned = pinnedEnvironment({
      HOME: folder,
      LOANDESK_HOME: sharingKeptCode(join(folder, 'home')),
      LOANDESK_OFFICER: 'mona',
      TERM: 'screen',
      ...environment,
    });
    const { COLUMNS: _theTerminalKnows, NO_COLOR: _coloursAreOn, ...rest } = pinned;
    const variables = Object.entries({ ...rest, PATH: `${bin}:${rest.PATH}` }).map(
      ([name, value]) => `${name}=${value}`,
    );
    const terminal = new Terminal(join(folder, 'tmux'), join(folder, 'raw'));
    const size = ['-x', String(cells), '-y', String(LINES)];
    await terminal.#tmux(
      '-f',
      '/dev/null',
      'new-session',
      '-d',
      ...size,
      '-c',
      folder,
      'env',
      '-i',
      ...variables,
      'bash',
      '--rcfile',
      rc,
    );
    await terminal.#tmux('pipe-pane', `cat >> '${terminal.#raw}'`);
    await terminal.ended();
    return terminal;
  }

  /** Types text, or presses keys by their names when there are several: `type('', 'Tab')`. */
  async type(text: string, ...keys: readonly string[]): Promise<void> {
    if (text !== '') await this.#tmux('send-keys', '-l', text);
    if (keys.length > 0) await this.#tmux('send-keys', ...keys);
  }

  /** Types a line on an empty screen and sends it off. */
  async run(line: string): Promise<void> {
    await this.type('', 'C-l');
    await pause(LOOK_EVERY_MS);
    await this.type(line, 'Enter');
  }

  /** Waits until the screen has what is awaited, and answers the screen. */
  async shows(awaited: string | RegExp): Promise<string> {
    const isIn = (text: string) =>
      typeof awaited === 'string' ? text.includes(awaited) : awaited.test(text);
    // A sentence may have been broken anywhere between its words.
    const isThere = (screen: string) => isIn(screen) || isIn(screen.replace(/\s*\n\s*/g, ' '));
    // The screen changes with what is written to it and with nothing else, and a look at it is a program started.
    let seenBytes = -1;
    for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
      const bytes = this.#writtenBytes();
      if (bytes !== seenBytes) {
        const screen = await this.screen();
        if (isThere(screen)) return screen;
        seenBytes = bytes;
      }
      await pause(LOOK_EVERY_MS);
    }
    throw new Error(`the terminal never showed ${awaited}:\n${await this.screen()}`);
  }

  /** Waits until the shell asks again, and answers the screen and the exit code of what ran. */
  async ended(): Promise<{ readonly screen: string; readonly exitCode: number }> {
    const screen = await this.shows(/\[\d+\]\$\s*$/);
    return { screen, exitCode: Number(/\[(\d+)\]\$\s*$/.exec(screen)?.[1]) };
  }

  async screen(): Promise<string> {
    return (await this.#tmux('capture-pane', '-p')).trimEnd();
  }

  /** tmux hands on what was written before it is asked for the screen again: who sees the bytes sees their screen. */
  #writtenBytes(): number {
    return statSync(this.#raw, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Everything that was written to the terminal, as it was written. */
  written(): Promise<string> {
    return readFile(this.#raw, 'utf8');
  }

  async close(): Promise<void> {
    await this.#run('kill-server');
  }

  async #tmux(...args: readonly string[]): Promise<string> {
    const done = await this.#run(...args);
    if (done.exitCode !== 0) throw new Error(`tmux ${args[0]}: ${done.stderr}`);
    return done.stdout;
  }

  #run(...args: readonly string[]): Promise<ProgramEnd> {
    return runToEnd({ file: 'tmux', args: ['-S', this.#socket, ...args], env: process.env, input: null });
  }
}

/** Gives a terminal with a home of its own to `use`; both are gone afterwards. */
export async function onTerminal(
  cells: number,
  environment: Record<string, string>,
  use: (terminal: Terminal, folder: string) => Promise<void>,
): Promise<void> {
  await inFreshFolder(async (folder) => {
    const terminal = await Terminal.open(folder, cells, environment);
    try {
      await use(terminal, folder);
    } finally {
      await terminal.close();
    }
  });
}
