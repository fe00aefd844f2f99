import { join } from 'node:path';
import type { Tokens } from './client/sign-in.ts';
import { tokensOf } from './client/signed-calls.ts';
import { connect, keeperOf, keeperProblem, type RemoteSources, usable } from './compose-remote.ts';
import type { Outcome, Problem } from './contract/problem.ts';
import { newProfileName, profilesPath, saveProfile } from './settings/profile-changes.ts';
import { type Profile, readProfileFile, type TokenStoreKind } from './settings/profile-file.ts';
import { isSettingsFault } from './settings/settings-fault.ts';
import { isKeeperFault, type KeptTokens } from './settings/token-keeper.ts';
import type { SignedInAs, SignedOut, SignInRoom, SignInStatus } from './shell/remote-rooms.ts';
import type { CallSetup } from './shell/surroundings.ts';
import { usageProblem } from './shell/usage-problem.ts';

/** Signing in to the server of the call. Throws the problem when none is named. */
export function openSignInRoom(setup: CallSetup, sources: RemoteSources): SignInRoom {
  return new ServerSignIn(setup, sources);
}

class ServerSignIn implements SignInRoom {
  readonly server: string;
  readonly filePlace: string;
  readonly #setup: CallSetup;
  readonly #sources: RemoteSources;
  readonly #connection: ReturnType<typeof connect>;
  readonly #profileName: string;
  #store: TokenStoreKind | null;

  constructor(setup: CallSetup, sources: RemoteSources) {
    this.#setup = setup;
    this.#sources = sources;
    this.#connection = connect(setup, sources);
    this.server = this.#connection.address.text;
    const { profileName, tokenStore } = this.#connection.settings;
    const known = usable(this.#profiles());
    this.#profileName = profileName ?? newProfileName(this.server, known);
    this.#store = tokenStore;
    this.filePlace = join(
      setup.settings.folders.config,
      'tokens',
      `${encodeURIComponent(this.#profileName)}.json`,
    );
  }

  async findPlace(): Promise<'ready' | 'no_keychain' | Problem> {
    if (this.#store === 'file') return 'ready';
    if (await this.#keeper('keychain').probe()) {
      this.#store = 'keychain';
      return 'ready';
    }
    return 'no_keychain';
  }

  takeFile(): void {
    this.#store = 'file';
  }

  async signIn(email: string, password: string): Promise<Outcome<SignedInAs>> {
    const { calls, close } = this.#connection;
    try {
      const answer = tokensOf(await calls.open('auth.token', { email, password }));
      if (!answer.ok) return answer;
      const store = this.#store ?? 'keychain';
      const tokens: KeptTokens = { ...answer.value, server: this.server };
      const keeper = this.#keeper(store);
      const fault = await keeper.save(tokens);
      if (fault !== null) return { ok: false, problem: keeperProblem(fault) };
      const unsaved = this.#remember(store);
      if (unsaved !== null) return { ok: false, problem: unsaved };
      return {
        ok: true,
        value: {
          server: this.server,
          profile: this.#profileName,
          email: tokens.email,
          user_id: tokens.userId,
          token_in: keeper.where,
        },
      };
    } finally {
      await close();
    }
  }

  async signOut(): Promise<Outcome<SignedOut | null>> {
    const { calls, close } = this.#connection;
    try {
      const kept = await this.#kept();
      if (kept === null) return { ok: true, value: null };
      if ('code' in kept) return { ok: false, problem: kept };
      const revoked = await calls.open('auth.revoke', { refresh_token: kept.refreshToken });
      const fault = await this.#keeper(this.#store ?? 'keychain').forget();
      if (fault !== null) return { ok: false, problem: keeperProblem(fault) };
      return { ok: true, value: { server: this.server, email: kept.email, revoked: revoked.ok } };
    } finally {
      await close();
    }
  }

  async status(): Promise<Outcome<SignInStatus>> {
    const { signIn, settings, close } = this.#connection;
    try {
      const bearer = await signIn.bearer();
      if ('code' in bearer) return { ok: false, problem: bearer };
      const isGiven = bearer.email === null;
      const kept = isGiven ? null : await this.#kept();
      return {
        ok: true,
        value: {
          server: this.server,
          profile: settings.profileName,
          signed_in: true,
          email: bearer.email,
          user_id: kept === null || 'code' in kept ? null : kept.userId,
          token_in: isGiven ? this.#givenIn() : this.#keeper(this.#store ?? 'keychain').where,
        },
      };
    } finally {
      await close();
    }
  }

  async accessToken(): Promise<Outcome<string>> {
    const { signIn, close } = this.#connection;
    try {
      const bearer = await signIn.bearer();
      return 'code' in bearer ? { ok: false, problem: bearer } : { ok: true, value: bearer.accessToken };
    } finally {
      await close();
    }
  }

  #givenIn(): string {
    const { token, tokenFile } = this.#connection.settings;
    return token !== null ? 'LOANDESK_TOKEN' : `the file ${tokenFile}, named by LOANDESK_TOKEN_FILE`;
  }

  async #kept(): Promise<Tokens | null | Problem> {
    if (this.#store === null) return null;
    const kept = await this.#keeper(this.#store).load();
    return isKeeperFault(kept) ? keeperProblem(kept) : kept;
  }

  #keeper(store: TokenStoreKind) {
    const keeper = keeperOf(store, this.#profileName, this.#setup.settings.folders, this.#sources);
    if (keeper === null) throw new Error('a profile always has a keeper');
    return keeper;
  }

  #profiles(): ReadonlyMap<string, Profile> | Problem {
    const file = readProfileFile(profilesPath(this.#setup.settings.folders.config));
    return isSettingsFault(file) ? usageProblem(file.message, file.hint) : file.profiles;
  }

  /** The profile of this server remembers where its tokens are; a server without one gets it now. */
  #remember(tokenStore: TokenStoreKind): Problem | null {
    const profiles = usable(this.#profiles());
    const before = profiles.get(this.#profileName);
    const profile: Profile = {
      ledger: null,
      server: this.server,
      officer: before?.officer ?? null,
      caFile: this.#connection.settings.caFile,
      addresses: before?.addresses ?? {},
      tokenStore,
    };
    const { config } = this.#setup.settings.folders;
    const unique = Buffer.from(this.#sources.randomBytes(8)).toString('hex');
    const fault = saveProfile(config, this.#profileName, profile, unique);
    return fault === null ? null : usageProblem(fault.message, fault.hint);
  }
}
