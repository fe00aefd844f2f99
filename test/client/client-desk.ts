import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Said, typeLine } from '../run-here.ts';

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
  run(line: string | readonly string[], stdin = ''): Promise<Said> {
    return typeLine(typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line, {
      environment: { LOANDESK_HOME: this.home, NO_COLOR: '1', ...this.environment },
      folder: this.home,
      osUser: 'mona',
      input: stdin,
    });
  }
}
