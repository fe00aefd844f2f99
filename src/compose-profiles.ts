import { readAddresses } from './client/open-addresses.ts';
import { readServerAddress } from './client/server-address.ts';
import { keeperOf, type RemoteSources } from './compose-remote.ts';
import type { Problem } from './contract/problem.ts';
import { isDatabaseAddress, shownAddress } from './settings/database-address.ts';
import {
  isProfileName,
  profilesPath,
  removeProfile,
  saveProfile,
  useProfile,
} from './settings/profile-changes.ts';
import { type Profile, type ProfileFile, readProfileFile } from './settings/profile-file.ts';
import { isSettingsFault, type SettingsFault } from './settings/settings-fault.ts';
import type { ProfileRow, ProfilesRoom } from './shell/remote-rooms.ts';
import { didYouMean } from './shell/suggestion.ts';
import type { CallSetup } from './shell/surroundings.ts';
import { usageProblem } from './shell/usage-problem.ts';

/** The profiles kept in the configuration folder. */
export function openProfilesRoom(setup: CallSetup, sources: RemoteSources): ProfilesRoom {
  const { folders } = setup.settings;
  const read = () => readProfileFile(profilesPath(folders.config));
  const unique = () => Buffer.from(sources.randomBytes(8)).toString('hex');
  const named = (name: string): [ProfileFile, Profile] | Problem => {
    const file = read();
    if (isSettingsFault(file)) return problemOf(file);
    const profile = file.profiles.get(name);
    return profile === undefined ? noSuchProfile(name, [...file.profiles.keys()]) : [file, profile];
  };
  return {
    list() {
      const file = read();
      if (isSettingsFault(file)) return problemOf(file);
      return [...file.profiles].map(([name, profile]) => rowOf(name, profile, file.current));
    },
    add(name, addresses) {
      const file = read();
      if (isSettingsFault(file)) return problemOf(file);
      if (!isProfileName(name)) {
        return usageProblem(
          `A profile cannot be called "${name}".`,
          'A name has letters, digits, ., _ and - in it.',
        );
      }
      if (file.profiles.has(name)) {
        return usageProblem(
          `There is a profile "${name}" already.`,
          `Remove it first: loandesk profile rm ${name}`,
        );
      }
      const profile = newProfile(setup, addresses);
      if ('code' in profile) return profile;
      const fault = saveProfile(folders.config, name, profile, unique());
      return fault === null ? rowOf(name, profile, file.current) : problemOf(fault);
    },
    use(name) {
      const found = named(name);
      if ('code' in found) return found;
      const fault = useProfile(folders.config, name, unique());
      return fault === null ? rowOf(name, found[1], name) : problemOf(fault);
    },
    async remove(name) {
      const found = named(name);
      if ('code' in found) return found;
      const [file, profile] = found;
      await keeperOf(profile.tokenStore, name, folders, sources)?.forget();
      const fault = removeProfile(folders.config, name, unique());
      return fault === null ? rowOf(name, profile, file.current) : problemOf(fault);
    },
  };
}

/** The backend named in the same line, and nothing that the environment or another profile says. */
function newProfile(setup: CallSetup, addresses: Readonly<Record<string, string>>): Profile | Problem {
  const { typed, settings } = setup;
  if (typed.ledger === null && typed.server === null) {
    return usageProblem('A profile needs --ledger FILE or --server URL.', 'Give one of them.');
  }
  const { place, remote } = settings;
  const moved = readAddresses(addresses);
  if ('detail' in moved) return moved as Problem;
  if (typed.server === null && Object.keys(addresses).length > 0) {
    return usageProblem('--address is for a server.', 'Give --server URL too.');
  }
  const address = typed.server === null ? null : readServerAddress(typed.server);
  if (address !== null && 'code' in address) return address;
  return {
    ledger: place.kind === 'ledger' ? place.path : place.kind === 'database' ? place.address : null,
    server: address === null ? null : address.text,
    officer: typed.officer,
    caFile: typed.caFile === null ? null : (remote?.caFile ?? null),
    tokenStore: null,
    addresses,
  };
}

function rowOf(name: string, profile: Profile, current: string | null): ProfileRow {
  const { ledger, server, officer, tokenStore, caFile, addresses } = profile;
  return {
    name,
    current: name === current,
    kind: ledger !== null ? 'ledger' : server !== null ? 'server' : null,
    place: ledger === null ? server : isDatabaseAddress(ledger) ? shownAddress(ledger) : ledger,
    officer,
    token_store: tokenStore,
    ca_file: caFile,
    addresses,
  };
}

function noSuchProfile(name: string, known: readonly string[]): Problem {
  const list = known.length === 0 ? 'None is kept yet.' : `Profiles: ${known.join(', ')}.`;
  return usageProblem(`There is no profile "${name}".`, didYouMean(name, known) ?? list);
}

function problemOf(fault: SettingsFault): Problem {
  return usageProblem(fault.message, fault.hint);
}
