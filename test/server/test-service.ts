import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Role } from '../../src/contract/operations.ts';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { buildHttpApp } from '../../src/server/http-app.ts';
import { takingSentFiles } from '../../src/server/sent-files.ts';
import type { ServiceParts, SignedIn } from '../../src/server/service-parts.ts';
import { localBackend } from '../../src/service/local-backend.ts';
import { type Desk, openDesk } from '../service/desk.ts';

/** Tokens of the tests, each of an officer with one role. */
const OFFICERS: Readonly<Record<string, SignedIn>> = Object.fromEntries(
  (['admin', 'officer', 'servicing', 'reader'] as const).map((role: Role, index) => [
    `token-of-${role}`,
    { userId: index + 1, email: `${role}@bank.example`, roles: [role] },
  ]),
);

/** Ended a while ago: it is found no more. */
export const EXPIRED_TOKEN = 'token-that-has-ended';

/** One answer, with its body read. */
export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
  readonly body: any;
}

export interface Asked {
  readonly token?: string | null;
  readonly body?: unknown;
  /** The body as it is sent. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The service on the store of a desk, asked without a network. */
export class TestService {
  readonly desk: Desk;
  readonly app: FastifyInstance;
  readonly log: string[] = [];
  /** Milliseconds the service's measuring clock shows. */
  ticksMs = 0;
  #requests = 0;

  constructor(desk: Desk, more: Partial<ServiceParts> = {}) {
    this.desk = desk;
    this.app = buildHttpApp(this.parts(more));
  }

  parts(more: Partial<ServiceParts>): ServiceParts {
    const { desk } = this;
    return {
      backendFor: ({ officer, address, requestId }) =>
        takingSentFiles(
          localBackend({
            store: desk.store,
            nowMs: () => Date.parse(`${desk.today}T${desk.time}.000Z`),
            randomBytes: (size) => desk.randomBytes(size),
            caller: {
              actor: officer?.email ?? 'nobody',
              osUser: 'loandesk',
              host: address,
              channel: 'http',
              userId: officer?.userId ?? null,
              roles: officer?.roles ?? [],
            },
            requestId,
            givenBusinessDate: desk.givenBusinessDate as CalendarDate | null,
            describedAs: 'the service of the test',
          }),
        ),
      authenticate: async (token) => OFFICERS[token] ?? null,
      isReady: async () => true,
      nowMs: () => Date.parse(`${desk.today}T${desk.time}.000Z`),
      ticksMs: () => this.ticksMs,
      newRequestId: () => {
        this.#requests += 1;
        return `request-${this.#requests}`;
      },
      writeLog: (lines) => this.log.push(lines),
      requestsPerMinute: null,
      signInsPerMinute: null,
      tls: null,
      ...more,
    };
  }

  /** Asks as an administrator unless another token, or none, is given. */
  async ask(method: string, url: string, asked: Asked = {}): Promise<Got> {
    const token = asked.token === undefined ? 'token-of-admin' : asked.token;
    const payload = asked.raw ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
    const answer = await this.app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...asked.headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    const isJson = /json/.test(String(answer.headers['content-type'] ?? ''));
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      body: isJson && answer.payload !== '' ? JSON.parse(answer.payload) : null,
    };
  }

  get(url: string, asked: Asked = {}): Promise<Got> {
    return this.ask('GET', url, asked);
  }

  post(url: string, body: unknown, asked: Asked = {}): Promise<Got> {
    return this.ask('POST', url, { body, ...asked });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.desk.close();
  }
}

/** Runs a test on a service of its own and closes it, whatever happens. */
export function onService(
  test: (service: TestService) => Promise<void>,
  more: Partial<ServiceParts> = {},
): () => Promise<void> {
  return async () => {
    const service = new TestService(await openDesk(), more);
    try {
      await test(service);
    } finally {
      await service.close();
    }
  };
}
