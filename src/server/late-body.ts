import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { answerBrokenRequest } from './broken-request.ts';
import { REQUEST_TIMEOUT_MS, TIMEOUT_CHECKS_MS } from './limits.ts';

/** Checks a body may be waited for: the first comes soon after its request. */
const CHECKS = Math.ceil(REQUEST_TIMEOUT_MS / TIMEOUT_CHECKS_MS) + 1;

/** What is known of a request whose body is expected. */
interface Expected {
  readonly response: ServerResponse;
  readonly requestId: string;
  /** The check that comes too late for it. */
  readonly lastCheck: number;
}

/**
 * Hangs up on requests whose body has not arrived in time, as it does on headers that have not. Files are left out:
 * they take as long as their connection does. One timer looks after all of them: one for each would take as long as
 * reading a small body.
 */
export class LateBodies {
  /** Those that came first are first. */
  readonly #expected = new Map<IncomingMessage, Expected>();
  #timer: NodeJS.Timeout | null = null;
  #checks = 0;

  /** Expects the body of a request, until `forget`. */
  expect(request: IncomingMessage, response: ServerResponse, requestId: string): void {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    if (request.complete || (length === undefined && coding === undefined)) return;
    this.#expected.set(request, { response, requestId, lastCheck: this.#checks + CHECKS });
    this.#timer ??= setInterval(() => this.#check(), TIMEOUT_CHECKS_MS).unref();
  }

  /** To be called when a request has been answered, or has broken off. */
  forget(request: IncomingMessage): void {
    this.#expected.delete(request);
  }

  /** Expects nothing more. */
  close(): void {
    clearInterval(this.#timer ?? undefined);
    this.#expected.clear();
  }

  #check(): void {
    this.#checks += 1;
    for (const [request, { response, requestId, lastCheck }] of this.#expected) {
      if (this.#checks < lastCheck) break;
      this.#expected.delete(request);
      const { socket } = request;
      // A request that came over no connection leaves nothing to hang up on.
      if (request.complete || !(socket instanceof Socket)) continue;
      if (response.headersSent) socket.destroy();
      else answerBrokenRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket, requestId);
    }
  }
}
