import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ASSESSMENT,
  FEATURES,
  FLAG,
  FLAGS_SUMMARY,
  LOAN,
  MERCHANT,
  ORDER,
  SUMMARY,
  TRANSACTION,
  USER,
} from './stand-in-answers.ts';

/** A request as the stand-in saw it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into field by field
  readonly body: any;
}

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  /** Parameters of the query the interface names. */
  readonly query?: readonly string[];
  /** Fields of the body with their types, as the interface has them. */
  readonly body?: Readonly<Record<string, 'string' | 'number'>>;
  answer(seen: Seen): unknown;
}

/** Where this make has what the interface leaves open. */
export const MOVED = ['token=/login', 'users=/v2/users', 'features=/v2/scoring/{userId}'] as const;

const ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/api\/v1\/loan-applications$/,
    body: {
      merchant_id: 'string',
      business_name: 'string',
      requested_amount: 'number',
      loan_purpose: 'string',
      monthly_sales_volume: 'number',
      platform_type: 'string',
      requested_term_months: 'number',
    },
    answer: ({ body }) => ({
      application_id: 'app_7',
      ...body,
      currency: 'EGP',
      status: 'submitted',
      created_at: '2026-03-01',
    }),
  },
  {
    method: 'GET',
    path: /^\/api\/v1\/loan-applications\/[^/]+\/assessment$/,
    answer: () => ASSESSMENT,
  },
  {
    method: 'POST',
    path: /^\/api\/v1\/loan-applications\/([^/]+)\/decisions$/,
    body: {
      application_id: 'string',
      decision: 'string',
      approved_amount: 'number',
      interest_rate: 'number',
      term_months: 'number',
      rejection_reason: 'string',
      decision_maker_id: 'string',
    },
    answer: ({ body }) => ({
      approved_amount: null,
      interest_rate: null,
      term_months: null,
      rejection_reason: null,
      ...body,
      loan_id: body.decision === 'approved' ? 'loan_9' : null,
      status: body.decision,
    }),
  },
  {
    method: 'POST',
    path: /^\/api\/v1\/loans\/[^/]+\/disbursements$/,
    body: {
      merchant_bank_account: 'string',
      disbursement_amount: 'number',
      disbursement_date: 'string',
      disbursement_method: 'string',
    },
    answer: ({ body }) => ({ loan_id: 'loan_9', ...body, disbursement_reference: 'tr-1', status: 'pending' }),
  },
  {
    method: 'POST',
    path: /^\/api\/v1\/loans\/[^/]+\/payments$/,
    body: { payment_amount: 'number', payment_date: 'string', payment_method: 'string' },
    answer: ({ body }) => ({
      loan_id: 'loan_9',
      ...body,
      principal_amount: 600,
      interest_amount: 400,
      remaining_balance: 44100.5,
    }),
  },
  { method: 'GET', path: /^\/api\/v1\/loans\/[^/]+$/, answer: () => LOAN },
  { method: 'GET', path: /^\/company\/merchants\/[^/]+\/orders$/, answer: () => enveloped(orders()) },
  { method: 'GET', path: /^\/company\/merchants\/[^/]+$/, answer: () => enveloped(MERCHANT) },
  {
    method: 'GET',
    path: /^\/company\/merchants$/,
    query: ['page', 'size'],
    answer: ({ query }) =>
      enveloped({
        page: Number(query.page ?? 1),
        size: Number(query.size ?? 20),
        total_count: 1,
        data: [MERCHANT],
      }),
  },
  {
    method: 'GET',
    path: /^\/v2\/users$/,
    query: ['search', 'page', 'size', 'createdAfter', 'updatedAfter'],
    answer: () => [USER],
  },
  { method: 'GET', path: /^\/v2\/users\/[^/]+$/, answer: () => USER },
  {
    method: 'GET',
    path: /^\/v2\/users\/[^/]+\/transactions$/,
    query: ['startTimestamp'],
    answer: () => [TRANSACTION],
  },
  { method: 'GET', path: /^\/v2\/users\/[^/]+\/transactions\/summary$/, answer: () => SUMMARY },
  { method: 'GET', path: /^\/v2\/users\/[^/]+\/flags$/, answer: () => [FLAG] },
  { method: 'GET', path: /^\/v2\/users\/[^/]+\/flags\/summary$/, answer: () => FLAGS_SUMMARY },
  { method: 'GET', path: /^\/v2\/scoring\/[^/]+$/, answer: () => FEATURES },
];

function orders() {
  return { id: MERCHANT.id, external_id: MERCHANT.external_id, orders: [ORDER] };
}

function enveloped(data: unknown) {
  return { success: true, data };
}

/**
 * A lending service of another make, written from the published interface alone: its 17 operations and nothing else,
 * the open addresses elsewhere, strict about names and types.
 */
export class StandIn {
  readonly seen: Seen[] = [];
  readonly token = 'a-token-of-another-make';
  #server: Server | null = null;

  async start(): Promise<string> {
    this.#server = createServer((request, response) => this.#answer(request, response));
    await new Promise<void>((done) => this.#server?.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((done) => this.#server?.close(done));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const seen: Seen = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      // A file of lines is no JSON: to that, the address alone is answered.
      body: text !== '' && isJson(request) ? JSON.parse(text) : null,
    };
    this.seen.push(seen);
    const say = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (seen.method === 'POST' && seen.path === '/login') return say(...this.#login(seen));
    if (seen.headers.authorization !== `Bearer ${this.token}`) return say(401, { message: 'who are you?' });
    const route = ROUTES.find(({ method, path }) => method === seen.method && path.test(seen.path));
    if (route === undefined) return say(404, { message: 'no such page' });
    const fault = faultOf(route, seen);
    if (fault !== null) return say(422, { message: fault });
    say(seen.method === 'POST' ? 201 : 200, route.answer(seen));
  }

  #login({ body }: Seen): [number, unknown] {
    if (body?.password !== 'correct horse battery') return [401, { message: 'no' }];
    const { token } = this;
    return [200, { access_token: token, refresh_token: 'refresh-1', user_id: 4, email: body.email }];
  }
}

function faultOf(route: Route, { query, body }: Seen): string | null {
  const strange = Object.keys(query).find((name) => !(route.query ?? []).includes(name));
  if (strange !== undefined) return `parameter ${strange} is not known`;
  for (const [field, value] of Object.entries(body ?? {})) {
    const type = route.body?.[field];
    if (type === undefined) return `field ${field} is not known`;
    if (typeof value !== type) return `field ${field} is no ${type}`;
  }
  return null;
}

function isJson(request: IncomingMessage): boolean {
  return request.headers['content-type'] === 'application/json';
}
