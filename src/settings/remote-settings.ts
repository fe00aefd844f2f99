import { resolve } from 'node:path';
import type { Machine } from './folders.ts';
import { type Profile, type ProfileFile, TOKEN_STORE_KINDS, type TokenStoreKind } from './profile-file.ts';
import { type SettingsFault, settingsFault } from './settings-fault.ts';

/** How a server is spoken with. */
export interface RemoteSettings {
  /** Name of the profile the sign-in belongs to; null while the server has none. */
  readonly profileName: string | null;
  /** An access token given in the environment. */
  readonly token: string | null;
  /** A file with an access token, named in the environment: an absolute path. */
  readonly tokenFile: string | null;
  /** Where tokens are kept, as chosen before or in the environment. */
  readonly tokenStore: TokenStoreKind | null;
  readonly caFile: string | null;
  readonly addresses: Readonly<Record<string, string>>;
}

/**
 * What is known about speaking with a server: from its profile, which is the one in use when it names this server,
 * else the first one that does; the environment and flags come before it.
 */
export function remoteSettings(
  url: string,
  caFile: string | undefined,
  { environment, workingFolder }: Machine,
  file: ProfileFile,
  chosen: (Profile & { readonly name: string }) | null,
): RemoteSettings | SettingsFault {
  const store = environment.LOANDESK_TOKEN_STORE || undefined;
  const tokenStore = TOKEN_STORE_KINDS.find((kind) => kind === store) ?? null;
  if (store !== undefined && tokenStore === null) {
    return settingsFault(
      `LOANDESK_TOKEN_STORE cannot be "${store}".`,
      `Use one of: ${TOKEN_STORE_KINDS.join(', ')}.`,
    );
  }
  const found = profileOf(url, file, chosen);
  const [profileName = null, profile] = found ?? [];
  return {
    profileName,
    token: environment.LOANDESK_TOKEN || null,
    tokenFile: environment.LOANDESK_TOKEN_FILE
      ? resolve(workingFolder, environment.LOANDESK_TOKEN_FILE)
      : null,
    tokenStore: tokenStore ?? profile?.tokenStore ?? null,
    caFile: caFile === undefined ? (profile?.caFile ?? null) : resolve(workingFolder, caFile),
    addresses: profile?.addresses ?? {},
  };
}

function profileOf(
  url: string,
  file: ProfileFile,
  chosen: (Profile & { readonly name: string }) | null,
): readonly [string, Profile] | undefined {
  const isOfServer = ({ server }: Profile) => server !== null && bare(server) === bare(url);
  if (chosen !== null && isOfServer(chosen)) return [chosen.name, chosen];
  return [...file.profiles].find(([, profile]) => isOfServer(profile));
}

function bare(url: string): string {
  return url.trim().replace(/\/+$/, '').toLowerCase();
}
