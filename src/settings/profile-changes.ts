import { join } from 'node:path';
import { writePrivateFile } from './private-file.ts';
import { type Profile, type ProfileFile, readProfileFile } from './profile-file.ts';
import { isSettingsFault, type SettingsFault, settingsFault } from './settings-fault.ts';

const NAME = /^[\p{L}\p{Nd}][\p{L}\p{Nd}._-]{0,63}$/u;

/** Whether a text can be the name of a profile. */
export function isProfileName(text: string): boolean {
  return NAME.test(text);
}

/** A name for the profile of a server that has none: its host, with a number when that is taken. */
export function newProfileName(server: string, known: ReadonlyMap<string, unknown>): string {
  const { host, pathname } = new URL(server);
  const plain = `${host}${pathname}`.replace(/[^\p{L}\p{Nd}.]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '');
  const base = (plain || 'server').slice(0, 56);
  if (!known.has(base)) return base;
  for (let number = 2; ; number++) if (!known.has(`${base}-${number}`)) return `${base}-${number}`;
}

/** Where the profiles are kept. */
export function profilesPath(configFolder: string): string {
  return join(configFolder, 'profiles.json');
}

/** Adds a profile or replaces the one of that name; the file is replaced whole. */
export function saveProfile(
  configFolder: string,
  name: string,
  profile: Profile,
  unique: string,
): SettingsFault | null {
  return change(configFolder, unique, (file) => ({
    current: file.current,
    profiles: new Map([...file.profiles, [name, profile]]),
  }));
}

/** Makes a profile the one in use when none is named. */
export function useProfile(configFolder: string, name: string, unique: string): SettingsFault | null {
  return change(configFolder, unique, (file) => ({ ...file, current: name }));
}

/** Removes a profile; when it was in use, none is. */
export function removeProfile(configFolder: string, name: string, unique: string): SettingsFault | null {
  return change(configFolder, unique, (file) => ({
    current: file.current === name ? null : file.current,
    profiles: new Map([...file.profiles].filter(([known]) => known !== name)),
  }));
}

function change(
  configFolder: string,
  unique: string,
  by: (file: ProfileFile) => ProfileFile,
): SettingsFault | null {
  const path = profilesPath(configFolder);
  const file = readProfileFile(path);
  if (isSettingsFault(file)) return file;
  const { current, profiles } = by(file);
  const entries = [...profiles].map(([name, profile]) => [name, said(profile)]);
  const document = { current, profiles: Object.fromEntries(entries) };
  try {
    writePrivateFile(path, `${JSON.stringify(document, null, 2)}\n`, unique);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return settingsFault(`The profile file ${path} cannot be written (${code}).`, 'Check the folder.');
  }
}

/** Only what is said of it: an absent member and null are the same to the reader. */
function said(profile: Profile): Record<string, unknown> {
  const entries = Object.entries(profile).filter(([, value]) => value !== null);
  return Object.fromEntries(
    entries.filter(([key]) => key !== 'addresses' || Object.keys(profile.addresses).length > 0),
  );
}
