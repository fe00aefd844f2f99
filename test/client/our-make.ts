import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request. */
export type Fate =
  | 'answered'
  /** Carried out, and then the connection is cut. */
  | 'answer lost'
  /** The connection is cut before anything is done. */
  | 'request lost'
  /** Nothing is ever answered. */
  | 'silence';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly token: string | null;
}

/**
 * A server that says it is one of ours and keeps keys, with no more behind it than a list of payments: for what
 * happens between a client and a server, not for what lending is.
 */
export class OurMake {
  readonly asked: Asked[] = [];
  readonly payments: { readonly payment_id: string; readonly payment_amount: number }[] = [];
  /** What happens to the next writes, in order; then all are answered. */
  readonly fates: Fate[] = [];
  /** Answers of statuses and headers for the next requests of any kind, in order. */
  readonly answers: { status: number; headers?: Record<string, string>; body?: string }[] = [];
  validToken = 'token-1';
  refreshToken = 'refresh-1';
  refreshes = 0;
  isOurs = true;
  readonly #kept = new Map<string, string>();
  #server: Server | null = null;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    this.#server = createServer((request, response) => this.#serve(request, response));
    await new Promise<void>((done) => this.#server?.listen(this.#port, '127.0.0.1', done));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((done) => this.#server?.close(done));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const key = request.headers['idempotency-key'];
    const asked: Asked = {
      method: request.method ?? '',
      path: request.url ?? '',
      key: typeof key === 'string' ? key : null,
      token: request.headers.authorization?.replace('Bearer ', '') ?? null,
    };
    this.asked.push(asked);
    const say = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      const mark = this.isOurs ? { 'loandesk-contract': '1' } : {};
      const content = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json', ...mark, ...headers }).end(content);
    };
    const given = this.answers.shift();
    if (given !== undefined) return say(given.status, given.body ?? '{}', given.headers);
    if (asked.path === '/api/v1/auth/token') return say(200, this.#tokens());
    if (asked.path === '/api/v1/auth/revoke') return say(200, { revoked: true });
    if (asked.path === '/api/v1/auth/refresh') return this.#refresh(JSON.parse(text), say);
    if (asked.token !== this.validToken) {
      return say(401, { code: 'not_signed_in', detail: 'the access token is not valid' });
    }
    if (asked.method === 'GET') return say(200, this.#read(asked.path));
    this.#write(asked, text, response, say);
  }

  #read(path: string): unknown {
    if (path.startsWith('/company/')) {
      return { success: true, data: { page: 1, size: 1, total_count: 0, data: [] } };
    }
    return { loan_id: 'LN-1', original_amount: 1000, outstanding_balance: 900 };
  }

  #write(asked: Asked, text: string, response: ServerResponse, say: (status: number, body: unknown) => void) {
    const fate = this.fates.shift() ?? 'answered';
    if (fate === 'request lost') return response.destroy();
    if (fate === 'silence') return;
    const before = asked.key === null ? undefined : this.#kept.get(asked.key);
    const answer = before ?? JSON.stringify(this.#book(JSON.parse(text)));
    if (asked.key !== null) this.#kept.set(asked.key, answer);
    if (fate === 'answer lost') return response.destroy();
    say(201, answer);
  }

  #book({ payment_amount }: { payment_amount: number }) {
    const payment = { payment_id: `PAY-${this.payments.length + 1}`, payment_amount };
    this.payments.push(payment);
    return {
      loan_id: 'LN-1',
      ...payment,
      payment_date: '2026-03-01',
      payment_method: 'wallet',
      principal_amount: payment_amount,
      interest_amount: 0,
      remaining_balance: 900,
    };
  }

  #tokens() {
    const { validToken, refreshToken } = this;
    return {
      access_token: validToken,
      refresh_token: refreshToken,
      user_id: 4,
      email: 'mona@bank.example',
    };
  }

  /** A refresh token is good for one refresh. */
  #refresh({ refresh_token }: { refresh_token: string }, say: (status: number, body: unknown) => void) {
    this.refreshes += 1;
    if (refresh_token !== this.refreshToken) {
      return say(401, { code: 'already_refreshed', detail: 'the refresh token was replaced' });
    }
    this.refreshToken = `refresh-${this.refreshes + 1}`;
    this.validToken = `token-${this.refreshes + 1}`;
    // Slow enough for another process to come meanwhile.
    setTimeout(() => say(200, this.#tokens()), 150);
  }
}
