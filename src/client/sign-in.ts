import type { Outcome, Problem } from '../contract/problem.ts';

/** Tokens of one person on one server. */
export interface Tokens {
  readonly server: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly userId: number;
  readonly email: string;
}

/** Where tokens are kept; problems say what is wrong with the store. */
export interface TokenStore {
  load(): Promise<Tokens | null | Problem>;
  save(tokens: Tokens): Promise<Problem | null>;
}

export interface SignInParts {
  /** The server as people write it; tokens of another are not used. */
  readonly server: string;
  /** A token from the environment, which goes before what is kept and is never refreshed. */
  given(): Promise<string | null | Problem>;
  readonly store: TokenStore | null;
  /** One process at a time; null: not free in time. */
  lock(): Promise<{ release(): void } | null>;
  /** Tells whose a given token is without telling what it is. */
  fingerprint(text: string): string;
}

/** Who is signed in, for one request. */
export interface Bearer {
  readonly accessToken: string;
  /** Under whose name idempotency keys are kept by the server. */
  readonly identity: string;
  /** null: a token was given and nobody said whose it is. */
  readonly email: string | null;
}

type Refresh = (refreshToken: string) => Promise<Outcome<Omit<Tokens, 'server'>>>;

/** The token of one server: as given or kept, and refreshed when it has ended. */
export class SignIn {
  readonly #parts: SignInParts;
  #bearer: Promise<Bearer | Problem> | null = null;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** The token to send; a problem when nobody is signed in. Looked up once: a keychain may take its time. */
  bearer(): Promise<Bearer | Problem> {
    this.#bearer ??= this.#find();
    return this.#bearer;
  }

  async #find(): Promise<Bearer | Problem> {
    const given = await this.#parts.given();
    if (typeof given === 'string') {
      const identity = `token ${this.#parts.fingerprint(given)}`;
      return { accessToken: given, identity, email: null };
    }
    if (given !== null) return given;
    const kept = await this.#kept();
    if (kept === null) {
      const { server } = this.#parts;
      const hint = `Sign in: loandesk auth login --server ${server}`;
      return { code: 'not_signed_in', detail: `Nobody is signed in to ${server}.`, hint };
    }
    return 'code' in kept ? kept : this.#use(kept);
  }

  /**
   * A new token in the place of one that has ended. Of several processes one refreshes and the others take what it
   * kept. null: there is no way to a new one.
   */
  async renewed(ended: Bearer, refresh: Refresh): Promise<Bearer | null | Problem> {
    const { store, server } = this.#parts;
    if (ended.email === null || store === null) return null;
    const lock = await this.#parts.lock();
    try {
      const kept = await this.#kept();
      if (kept === null || 'code' in kept) return kept;
      if (kept.accessToken !== ended.accessToken) return this.#use(kept);
      const answer = await refresh(kept.refreshToken);
      if (!answer.ok) return await this.#afterRefusal(answer.problem, ended);
      const fresh = { ...answer.value, server };
      const unsaved = await store.save(fresh);
      return unsaved ?? this.#use(fresh);
    } finally {
      lock?.release();
    }
  }

  /** Somebody without our lock, on another machine say, was quicker: then the new token may be here already. */
  async #afterRefusal(problem: Problem, ended: Bearer): Promise<Bearer | null | Problem> {
    if (problem.code !== 'already_refreshed') return isSignedOut(problem) ? null : problem;
    const kept = await this.#kept();
    if (kept === null || 'code' in kept) return kept;
    return kept.accessToken === ended.accessToken ? null : this.#use(kept);
  }

  async #kept(): Promise<Tokens | null | Problem> {
    const kept = (await this.#parts.store?.load()) ?? null;
    if (kept === null || 'code' in kept) return kept;
    return kept.server === this.#parts.server ? kept : null;
  }

  #use({ accessToken, userId, email }: Tokens): Bearer {
    const bearer = { accessToken, identity: `user ${userId}`, email };
    this.#bearer = Promise.resolve(bearer);
    return bearer;
  }
}

/** A server of another make may have no refresh at all. */
function isSignedOut({ code }: Problem): boolean {
  return ['token_refused', 'not_signed_in', 'not_offered', 'server_not_found', 'server_refused'].includes(
    code,
  );
}
