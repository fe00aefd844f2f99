import { isAbsolute, join, resolve } from 'node:path';

/** Environment variables as a plain object; `process.env` is read in `main.ts` only. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the machine says about itself; given as arguments so that tests can be any machine. */
export interface Machine {
  readonly environment: Environment;
  readonly platform: string;
  readonly workingFolder: string;
  /** The user's home folder; called only when no variable answers. */
  homeFolder(): string;
}

/** Absolute folders for what we keep. None of them is made here. */
export interface Folders {
  readonly data: string;
  readonly config: string;
  readonly cache: string;
}

/** Finds the folders: `LOANDESK_HOME` stands for all, else XDG, else the platform's own. */
export function findFolders(machine: Machine): Folders {
  const { environment } = machine;
  if (environment.LOANDESK_HOME) {
    const home = resolve(machine.workingFolder, environment.LOANDESK_HOME);
    return { data: home, config: home, cache: join(home, 'cache') };
  }
  if (machine.platform === 'win32') {
    const local = environment.LOCALAPPDATA || join(machine.homeFolder(), 'AppData', 'Local');
    const roaming = environment.APPDATA || join(machine.homeFolder(), 'AppData', 'Roaming');
    return {
      data: join(local, 'loandesk'),
      config: join(roaming, 'loandesk'),
      cache: join(local, 'loandesk', 'cache'),
    };
  }
  if (machine.platform === 'darwin') {
    const library = join(homeOf(machine), 'Library');
    const support = join(library, 'Application Support', 'loandesk');
    return { data: support, config: support, cache: join(library, 'Caches', 'loandesk') };
  }
  return {
    data: join(xdg(machine, 'XDG_DATA_HOME', '.local/share'), 'loandesk'),
    config: join(xdg(machine, 'XDG_CONFIG_HOME', '.config'), 'loandesk'),
    cache: join(xdg(machine, 'XDG_CACHE_HOME', '.cache'), 'loandesk'),
  };
}

function homeOf(machine: Machine): string {
  return machine.environment.HOME || machine.homeFolder();
}

/** The XDG rules: a relative value is to be ignored. */
function xdg(machine: Machine, variable: string, underHome: string): string {
  const given = machine.environment[variable];
  return given !== undefined && isAbsolute(given) ? given : join(homeOf(machine), underHome);
}
