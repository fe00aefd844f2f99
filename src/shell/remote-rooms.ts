import type { Outcome, Problem } from '../contract/problem.ts';

/** Signing in to the server of the call. */
export interface SignInRoom {
  readonly server: string;
  /**
   * Finds out where tokens can be kept: the store used before, else the system's keychain. `no_keychain`: a file is
   * left, which somebody has to agree to.
   */
  findPlace(): Promise<'ready' | 'no_keychain' | Problem>;
  /** The file tokens would be kept in. */
  readonly filePlace: string;
  /** Keeps tokens in that file from now on. */
  takeFile(): void;
  /** Signs in and keeps the tokens. Not before a place is found. */
  signIn(email: string, password: string): Promise<Outcome<SignedInAs>>;
  /** Ends the sign-in on the server and forgets the tokens; null when nobody was signed in. */
  signOut(): Promise<Outcome<SignedOut | null>>;
  status(): Promise<Outcome<SignInStatus>>;
  /** The access token itself, for another program. */
  accessToken(): Promise<Outcome<string>>;
}

export interface SignedInAs {
  readonly server: string;
  readonly profile: string;
  readonly email: string;
  readonly user_id: number;
  /** Where the tokens are. */
  readonly token_in: string;
}

export interface SignedOut {
  readonly server: string;
  readonly email: string;
  /** False: the server could not be told, and the tokens end by themselves. */
  readonly revoked: boolean;
}

export interface SignInStatus {
  readonly server: string;
  readonly profile: string | null;
  readonly signed_in: boolean;
  readonly email: string | null;
  readonly user_id: number | null;
  readonly token_in: string | null;
}

/** Profiles as the file has them. */
export interface ProfilesRoom {
  list(): readonly ProfileRow[] | Problem;
  /** Adds a profile for the backend named by `--ledger` or `--server` in the same line. */
  add(name: string, addresses: Readonly<Record<string, string>>): ProfileRow | Problem;
  use(name: string): ProfileRow | Problem;
  /** Removes a profile and forgets its tokens. */
  remove(name: string): Promise<ProfileRow | Problem>;
}

export interface ProfileRow {
  readonly name: string;
  readonly current: boolean;
  readonly kind: 'ledger' | 'server' | null;
  readonly place: string | null;
  readonly officer: string | null;
  readonly token_store: string | null;
  readonly ca_file: string | null;
  readonly addresses: Readonly<Record<string, string>>;
}

/** Writes whose answers were lost. */
export interface PendingRoom {
  list(): readonly PendingRow[];
  /** Asks the server of the call for the answers of all its pending writes, or of one. */
  settle(key: string | null): Promise<Outcome<readonly SettledRow[]>>;
  /** Forgets a pending write, whatever became of it. */
  drop(key: string): PendingRow | null;
}

export interface PendingRow {
  readonly key: string;
  readonly server: string;
  readonly operation: string | null;
  readonly about: readonly string[];
  readonly sent_at: string;
  readonly method: string;
  readonly path: string;
  readonly request: unknown;
}

export interface SettledRow {
  readonly key: string;
  readonly operation: string | null;
  readonly about: readonly string[];
  readonly sent_at: string;
  readonly outcome: 'carried_out' | 'refused' | 'unsettled' | 'gone';
  readonly status: number | null;
  readonly answer: unknown;
  readonly reason: string | null;
}

/** Raw requests to the server of the call. */
export interface RawRoom {
  /** `body`: JSON text; null for none. */
  send(
    method: string,
    path: string,
    body: string | null,
  ): Promise<Outcome<{ readonly json: unknown } | { readonly text: string }>>;
  close(): Promise<void>;
}
