import { Agent } from 'undici';
import type { Problem } from '../contract/problem.ts';
import { transportFault } from './transport-fault.ts';

/** One request as it goes over the wire. */
export interface HttpRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The other limits hold. */
  readonly takesLong?: boolean;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What became of a request. `sent`: it may have reached the server. */
export type Exchanged =
  | { readonly ok: true; readonly response: HttpResponse }
  | { readonly ok: false; readonly problem: Problem; readonly sent: boolean };

export interface ExchangeLimits {
  readonly connectMs: number;
  /** From the request to the end of its answer. */
  readonly answerMs: number;
  readonly answerBytes: number;
}

/**
 * A server gives up a request after 30 s. The largest answers are all orders of a merchant: 64 MiB are some
 * 100,000 of them; a list that long is to be asked for by pages.
 */
export const EXCHANGE_LIMITS: ExchangeLimits = {
  connectMs: 5_000,
  answerMs: 60_000,
  answerBytes: 64 * 1024 * 1024,
};

/** Planning and posting a file of half a million rows takes minutes, and every row is answered. */
const LONG_LIMITS = { answerMs: 3_600_000, answerBytes: 512 * 1024 * 1024 } as const;

/** The connections to one origin. */
export interface HttpExchange {
  exchange(request: HttpRequest): Promise<Exchanged>;
  close(): Promise<void>;
}

/**
 * Opens nothing yet. `ca`: certificates to trust instead of the usual ones. No redirect is followed, no proxy used,
 * and no variable of the environment makes a bad certificate good.
 */
export function openExchange(origin: string, ca: string | null, limits: ExchangeLimits): HttpExchange {
  const agent = new Agent({
    connections: 8,
    pipelining: 1,
    allowH2: false,
    headersTimeout: limits.answerMs,
    bodyTimeout: limits.answerMs,
    connect: {
      timeout: limits.connectMs,
      rejectUnauthorized: true,
      ...(ca === null ? {} : { ca }),
    },
  });
  return {
    async exchange({ method, path, headers, body, takesLong = false }) {
      let answered = false;
      const { answerMs, answerBytes } = takesLong ? LONG_LIMITS : limits;
      try {
        const response = await agent.request({
          origin,
          path,
          method: method as 'GET',
          headers: { accept: 'application/json', ...headers },
          body,
          signal: AbortSignal.timeout(answerMs),
          ...(takesLong ? { headersTimeout: answerMs, bodyTimeout: answerMs } : {}),
        });
        answered = true;
        const text = await readBounded(response.body, answerBytes);
        if (text === null) {
          return {
            ok: false,
            sent: true,
            problem: {
              code: 'answer_unusable',
              detail: `${origin} answered with more than ${Math.round(answerBytes / 1_048_576)} MiB.`,
              hint: 'Ask for a part: --page and --size, or a narrower filter.',
            },
          };
        }
        return { ok: true, response: { status: response.statusCode, headers: flat(response.headers), text } };
      } catch (error) {
        const { problem, sent } = transportFault(error, origin);
        return { ok: false, problem, sent: sent || answered };
      }
    },
    // What is still in flight is given up: whoever closes has no use for it any more.
    close: () => agent.destroy(),
  };
}

async function readBounded(
  body: AsyncIterable<Uint8Array> & { destroy(): void },
  most: number,
): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) {
      body.destroy();
      return null;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
