import { join, resolve } from 'node:path';
import { hasPassword, isDatabaseAddress, shownAddress } from './database-address.ts';
import { type Folders, findFolders, type Machine } from './folders.ts';
import { type Profile, type ProfileFile, readProfileFile } from './profile-file.ts';
import { type RemoteSettings, remoteSettings } from './remote-settings.ts';
import { isSettingsFault, type SettingsFault, settingsFault } from './settings-fault.ts';

export const OUTPUT_FORMATS = ['table', 'json', 'ndjson', 'csv', 'tsv'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** The shared flags that settings depend on, as typed; undefined when not given. */
export interface SettingFlags {
  readonly ledger?: string;
  /** Of `serve`: a ledger in a database. */
  readonly databaseUrl?: string | undefined;
  readonly server?: string;
  readonly profile?: string;
  readonly officer?: string;
  readonly format?: string;
  readonly json?: boolean;
  readonly businessDate?: string;
  readonly caFile?: string;
}

/** A value and the reason it was chosen, to be read after "because": "LOANDESK_LEDGER says so". */
export interface Chosen<T> {
  readonly value: T;
  readonly because: string;
}

/** Where the ledger is, or which server speaks for it. `address` may hold a password; `shown` never does. */
export type BackendPlace =
  | { readonly kind: 'ledger'; readonly path: string; readonly because: string }
  | {
      readonly kind: 'database';
      readonly address: string;
      readonly shown: string;
      readonly because: string;
    }
  | { readonly kind: 'server'; readonly url: string; readonly because: string };

export interface Settings {
  readonly folders: Folders;
  readonly place: BackendPlace;
  /** How the server is spoken with; null for a ledger. */
  readonly remote: RemoteSettings | null;
  readonly profile: Chosen<string> | null;
  readonly officer: Chosen<string> | null;
  /** null: a table on a terminal, the pipe form elsewhere. */
  readonly format: Chosen<OutputFormat> | null;
}

/** Resolves flags > environment > profile > default, and keeps why each was chosen. */
export function resolveSettings(flags: SettingFlags, machine: Machine): Settings | SettingsFault {
  const folders = findFolders(machine);
  const empty = (['ledger', 'databaseUrl', 'server', 'profile', 'officer'] as const).find(
    (name) => flags[name] === '',
  );
  if (empty !== undefined) {
    const flag = empty === 'databaseUrl' ? '--database-url' : `--${empty}`;
    return settingsFault(`${flag} is empty.`, `Give a value, or leave ${flag} out.`);
  }
  const file = readProfileFile(join(folders.config, 'profiles.json'));
  if (isSettingsFault(file)) return file;
  const chosenProfile = chooseProfile(flags, machine, folders, file);
  if (isSettingsFault(chosenProfile)) return chosenProfile;
  const place = choosePlace(flags, machine, folders, chosenProfile);
  if (isSettingsFault(place)) return place;
  if (place.kind === 'server' && flags.businessDate !== undefined) {
    return settingsFault(
      `--business-date cannot be used with a server (${place.url}, because ${place.because}).`,
      'A server keeps its own date; leave --business-date out.',
    );
  }
  const format = chooseFormat(flags, machine);
  if (isSettingsFault(format)) return format;
  const remote =
    place.kind === 'server' ? remoteSettings(place.url, flags.caFile, machine, file, chosenProfile) : null;
  if (isSettingsFault(remote)) return remote;
  return {
    folders,
    place,
    remote,
    profile: chosenProfile && { value: chosenProfile.name, because: chosenProfile.because },
    officer: chooseOfficer(flags, machine, chosenProfile),
    format,
  };
}

interface ChosenProfile extends Profile {
  readonly name: string;
  readonly because: string;
  /** The profile counts as a flag, an environment variable, or the file's own choice. */
  readonly rank: 'flag' | 'environment' | 'file';
}

function chooseProfile(
  flags: SettingFlags,
  machine: Machine,
  folders: Folders,
  file: ProfileFile,
): ChosenProfile | null | SettingsFault {
  const fromEnvironment = machine.environment.LOANDESK_PROFILE || undefined;
  const name = flags.profile ?? fromEnvironment ?? file.current;
  if (name === null) return null;
  const rank =
    flags.profile !== undefined ? 'flag' : fromEnvironment !== undefined ? 'environment' : ('file' as const);
  const profile = file.profiles.get(name);
  if (profile === undefined) {
    const names = [...file.profiles.keys()];
    return settingsFault(
      `There is no profile "${name}".`,
      names.length > 0
        ? `Profiles: ${names.join(', ')}.`
        : `No profiles are kept in ${join(folders.config, 'profiles.json')}.`,
    );
  }
  const because = { flag: '--profile', environment: 'LOANDESK_PROFILE', file: 'the profile file' }[rank];
  return { ...profile, name, rank, because: `${because} says so` };
}

function choosePlace(
  flags: SettingFlags,
  machine: Machine,
  folders: Folders,
  profile: ChosenProfile | null,
): BackendPlace | SettingsFault {
  const { environment } = machine;
  const ledgerAt = (place: string, because: string): BackendPlace =>
    isDatabaseAddress(place)
      ? databaseAt(place, because)
      : { kind: 'ledger', path: resolve(machine.workingFolder, place), because };
  const typed = typedPlaces(flags);
  if (isSettingsFault(typed)) return typed;
  if (typed !== null) return ledgerAt(...typed);
  if (flags.server !== undefined) return { kind: 'server', url: flags.server, because: '--server says so' };
  const ofProfile = placeOfProfile(profile);
  if (ofProfile !== null && profile?.rank === 'flag') return ofProfile;
  if (environment.LOANDESK_LEDGER && environment.LOANDESK_SERVER) {
    return settingsFault(
      'LOANDESK_LEDGER and LOANDESK_SERVER are both set.',
      'Unset one of them, or say --ledger or --server.',
    );
  }
  if (environment.LOANDESK_LEDGER) return ledgerAt(environment.LOANDESK_LEDGER, 'LOANDESK_LEDGER says so');
  if (environment.LOANDESK_SERVER) {
    return { kind: 'server', url: environment.LOANDESK_SERVER, because: 'LOANDESK_SERVER says so' };
  }
  if (ofProfile !== null) return ofProfile;
  return ledgerAt(
    join(folders.data, 'ledger.db'),
    environment.LOANDESK_HOME ? 'LOANDESK_HOME says so' : 'it is the default place',
  );
}

/** The ledger a flag names, with the reason; what is typed is seen by other users of the machine, so no password. */
function typedPlaces(flags: SettingFlags): [string, string] | null | SettingsFault {
  const given = (
    [
      ['--ledger', flags.ledger],
      ['--database-url', flags.databaseUrl],
      ['--server', flags.server],
    ] as const
  ).filter(([, value]) => value !== undefined);
  if (given.length > 1) {
    const [[first], [second]] = given as [[string, unknown], [string, unknown]];
    return settingsFault(`${first} and ${second} cannot be used together.`, 'Give one of them.');
  }
  const place = flags.ledger ?? flags.databaseUrl;
  if (place === undefined) return null;
  const flag = flags.ledger === undefined ? '--database-url' : '--ledger';
  if (flag === '--database-url' && !isDatabaseAddress(place)) {
    return settingsFault(
      '--database-url needs an address like postgres://user@host/database.',
      'A ledger file is named with --ledger FILE.',
    );
  }
  if (isDatabaseAddress(place) && hasPassword(place)) {
    return settingsFault(
      `${flag} has a password in it, which other users of this machine and the shell's history would see.`,
      'Leave it out of the address and keep it in ~/.pgpass (see PGPASSFILE) or PGPASSWORD.',
    );
  }
  return [place, `${flag} says so`];
}

function databaseAt(address: string, because: string): BackendPlace {
  return { kind: 'database', address, shown: shownAddress(address), because };
}

function placeOfProfile(profile: ChosenProfile | null): BackendPlace | null {
  if (profile === null) return null;
  const because = `profile "${profile.name}" says so`;
  if (profile.ledger !== null) {
    return isDatabaseAddress(profile.ledger)
      ? databaseAt(profile.ledger, because)
      : { kind: 'ledger', path: profile.ledger, because };
  }
  if (profile.server !== null) return { kind: 'server', url: profile.server, because };
  return null;
}

function chooseOfficer(
  flags: SettingFlags,
  machine: Machine,
  profile: ChosenProfile | null,
): Chosen<string> | null {
  const fromEnvironment = machine.environment.LOANDESK_OFFICER;
  if (flags.officer !== undefined) return { value: flags.officer, because: '--officer says so' };
  if (fromEnvironment) return { value: fromEnvironment, because: 'LOANDESK_OFFICER says so' };
  if (profile !== null && profile.officer !== null) {
    return { value: profile.officer, because: `profile "${profile.name}" says so` };
  }
  return null;
}

function chooseFormat(flags: SettingFlags, machine: Machine): Chosen<OutputFormat> | null | SettingsFault {
  if (flags.json === true && flags.format !== undefined && flags.format !== 'json') {
    return settingsFault(`--json and --format ${flags.format} cannot be used together.`, 'Give one of them.');
  }
  const fromEnvironment = machine.environment.LOANDESK_FORMAT || undefined;
  const typed = flags.json === true ? 'json' : (flags.format ?? fromEnvironment);
  if (typed === undefined) return null;
  const because = typed === fromEnvironment && !flags.json && flags.format === undefined;
  const name = because ? 'LOANDESK_FORMAT' : flags.json === true ? '--json' : '--format';
  const format = OUTPUT_FORMATS.find((known) => known === typed);
  if (format === undefined) {
    return settingsFault(`${name} cannot be "${typed}".`, `Use one of: ${OUTPUT_FORMATS.join(', ')}.`);
  }
  return { value: format, because: `${name} says so` };
}
