import { hash } from 'node:crypto';
import { REQUESTS_IN_FLIGHT } from './limits.ts';
import { RateLimit } from './rate-limit.ts';
import { RequestProblem, requestProblem } from './request-problem.ts';
import type { ServiceParts, SignedIn } from './service-parts.ts';

/** What decides whether a request is let in. */
export interface Visitor {
  readonly authorization: string | undefined;
  readonly address: string;
  /** Nobody needs to be signed in for it. */
  readonly open: boolean;
  /** It asks for an access token. */
  readonly signsIn: boolean;
}

/** Lets requests in: first of all who asks, then how often. */
export class Gate {
  readonly #parts: ServiceParts;
  readonly #requests: RateLimit;
  readonly #signIns: RateLimit;
  /** Requests being answered now. */
  inFlight = 0;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.#requests = new RateLimit(parts.requestsPerMinute, parts.ticksMs);
    this.#signIns = new RateLimit(parts.signInsPerMinute, parts.ticksMs);
  }

  /**
   * Who asks; null for what is open to all. Throws the problems `overloaded`, `not_signed_in` and
   * `too_many_requests`.
   */
  async admit(visitor: Visitor): Promise<SignedIn | null> {
    if (this.inFlight > REQUESTS_IN_FLIGHT) {
      throw requestProblem('overloaded', 'too many requests are being answered at once');
    }
    if (visitor.open) {
      if (visitor.signsIn) refuseBeyond(this.#signIns.take(visitor.address), 'sign-ins from this address');
      return null;
    }
    const token = bearerToken(visitor.authorization);
    if (token === null) throw requestProblem('not_signed_in', 'this needs an access token');
    const officer = await this.#parts.authenticate(token);
    if (officer === null) {
      throw new RequestProblem(
        { code: 'not_signed_in', detail: 'the access token is not valid, or not any more' },
        { 'www-authenticate': 'Bearer realm="loandesk", error="invalid_token"' },
      );
    }
    // Hashed, so that no token stays in memory.
    if (this.#requests.isOn) {
      refuseBeyond(this.#requests.take(hash('sha256', token, 'base64')), 'requests with this token');
    }
    return officer;
  }
}

/** The token of an `Authorization: Bearer …`; null when there is none. */
function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +([\w.~+/-]{1,512}=*)$/i.exec(authorization ?? '')?.[1] ?? null;
}

function refuseBeyond(waitSeconds: number | null, what: string): void {
  if (waitSeconds === null) return;
  throw new RequestProblem({
    code: 'too_many_requests',
    detail: `too many ${what} within a minute`,
    retryAfterSeconds: waitSeconds,
  });
}
