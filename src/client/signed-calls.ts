import { setTimeout as pause } from 'node:timers/promises';
import { CONTRACT_HEADER, IDEMPOTENCY_KEY_HEADER } from '../contract/http-names.ts';
import type { Outcome, Problem } from '../contract/problem.ts';
import { readAnswerJson } from './answer-json.ts';
import { answerFault } from './answer-shape.ts';
import type { Exchanged, HttpExchange } from './http-exchange.ts';
import { takesLong } from './long-calls.ts';
import type { Addresses } from './open-addresses.ts';
import { type OperationRequest, operationRequest } from './operation-request.ts';
import { requestIdOf } from './request-id.ts';
import { responseProblem } from './response-problem.ts';
import { isPassing, READ_ATTEMPTS, waitBefore } from './retries.ts';
import type { ServerAddress } from './server-address.ts';
import type { Bearer, SignIn, Tokens } from './sign-in.ts';

export interface CallParts {
  readonly address: ServerAddress;
  readonly addresses: Addresses;
  readonly exchange: HttpExchange;
  readonly signIn: SignIn;
  /** 0 up to 1. */
  random(): number;
  /** A line for `--debug`: methods, paths and statuses, and nothing that was sent. */
  debug(line: string): void;
}

/** Asked only to see whose server it is: an operation of the interface that any server answers quickly. */
const SHORT_READ = '/company/merchants?page=1&size=1';

/** Requests to one server, with the token of whoever is signed in. */
export class SignedCalls {
  readonly server: string;
  readonly #parts: CallParts;
  #isOurs: boolean | null = null;

  constructor(parts: CallParts) {
    this.#parts = parts;
    this.server = parts.address.text;
  }

  bearer(): Promise<Bearer | Problem> {
    return this.#parts.signIn.bearer();
  }

  /** A read: asked for again, with pauses, when it got lost or the server was busy. */
  async read(request: OperationRequest): Promise<Exchanged> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#signed(request, {});
      const passing = answer.ok
        ? isPassing(answer.response.status)
        : answer.problem.code === 'server_unreachable';
      if (!passing || attempt === READ_ATTEMPTS) return answer;
      const asked = answer.ok ? Number(answer.response.headers['retry-after'] ?? Number.NaN) : Number.NaN;
      const waitMs = waitBefore(attempt, Number.isNaN(asked) ? undefined : asked, this.#parts.random());
      if (waitMs === null) return answer;
      await pause(waitMs);
    }
  }

  /** Sends once, with or without a key; what has to be repeated is for the caller to know. */
  send(request: OperationRequest, key: string | null): Promise<Exchanged> {
    return this.#signed(request, key === null ? {} : { [IDEMPOTENCY_KEY_HEADER]: key });
  }

  /** One of the operations that need no token: signing in, refreshing, signing out. */
  async open<Answer>(
    name: 'auth.token' | 'auth.refresh' | 'auth.revoke',
    input: Record<string, string>,
  ): Promise<Outcome<Answer>> {
    const exchanged = await this.#exchange(operationRequest(name, input, this.#parts.addresses), {});
    if (!exchanged.ok) return { ok: false, problem: exchanged.problem };
    const { response } = exchanged;
    if (response.status < 200 || response.status > 299) {
      return { ok: false, problem: responseProblem(response, name, this.server) };
    }
    const value = readAnswerJson(response.text);
    const fault = answerFault(name, value);
    if (fault === null) return { ok: true, value: value as Answer };
    const detail = `${this.server} answered the sign-in with something else: ${fault}.`;
    return { ok: false, problem: { code: 'answer_unusable', detail } };
  }

  /**
   * Whether the server is one of ours, for which keys and dry runs mean something. Every answer of it tells; when
   * there was none yet, a short read of the interface is asked for.
   */
  async isOurs(): Promise<boolean | Problem> {
    if (this.#isOurs === null) {
      const answer = await this.read({ method: 'GET', path: SHORT_READ, body: null });
      if (!answer.ok) return answer.problem;
      if (this.#isOurs === null) return responseProblem(answer.response, null, this.server);
    }
    return this.#isOurs;
  }

  async #signed(request: OperationRequest, headers: Record<string, string>): Promise<Exchanged> {
    const bearer = await this.bearer();
    if ('code' in bearer) return { ok: false, problem: bearer, sent: false };
    const answer = await this.#exchange(request, { ...headers, ...authorization(bearer) });
    if (!answer.ok || answer.response.status !== 401) return answer;
    const renewed = await this.#parts.signIn.renewed(bearer, (refreshToken) =>
      this.open<Omit<Tokens, 'server'>>('auth.refresh', { refresh_token: refreshToken }).then(tokensOf),
    );
    if (renewed === null) return answer;
    if ('code' in renewed) return { ok: false, problem: renewed, sent: false };
    return this.#exchange(request, { ...headers, ...authorization(renewed) });
  }

  async #exchange(request: OperationRequest, headers: Record<string, string>): Promise<Exchanged> {
    const { address, exchange, debug } = this.#parts;
    const answer = await exchange.exchange({
      method: request.method,
      path: `${address.prefix}${request.path}`,
      headers: {
        ...(request.body === null ? {} : { 'content-type': request.contentType ?? 'application/json' }),
        ...headers,
      },
      body: request.body,
      takesLong: takesLong(request),
    });
    const [path] = request.path.split('?');
    const named = answer.ok ? requestIdOf(answer.response) : null;
    const ended = answer.ok ? answer.response.status : answer.problem.code;
    debug(`${request.method} ${path}: ${ended}${named === null ? '' : `, request ${named}`}`);
    // A proxy that answers in the place of the server says nothing about it.
    if (answer.ok && answer.response.status < 500) {
      this.#isOurs = answer.response.headers[CONTRACT_HEADER] !== undefined;
    }
    return answer;
  }
}

function authorization({ accessToken }: Bearer): Record<string, string> {
  return { authorization: `Bearer ${accessToken}` };
}

/** Tokens as the interface names their parts. */
export function tokensOf(answer: Outcome<unknown>): Outcome<Omit<Tokens, 'server'>> {
  if (!answer.ok) return answer;
  const { access_token, refresh_token, user_id, email } = answer.value as Record<string, unknown>;
  return {
    ok: true,
    value: {
      accessToken: String(access_token),
      refreshToken: String(refresh_token ?? ''),
      userId: Number(user_id),
      email: String(email),
    },
  };
}
