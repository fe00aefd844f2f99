import type { IncomingMessage } from 'node:http';
import { freeBytes } from './free-bytes.ts';
import { readJsonBody } from './json-body.ts';
import { ALL_BODIES_BYTES, DISCARDED_BYTES } from './limits.ts';
import { RequestProblem, requestProblem } from './request-problem.ts';

const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/** Reads the bodies of requests within bounds, of each and of all together. */
export class BodyReader {
  #heldBytes = 0;

  /**
   * The JSON of one body of at most `limitBytes`. Throws the problems `media_type_unsupported`, `body_too_large`,
   * `overloaded`, `malformed_json` and `request_malformed`.
   */
  async read(request: IncomingMessage, limitBytes: number): Promise<unknown> {
    checkType(request);
    const chunks: Uint8Array[] = [];
    let heldBytes = 0;
    try {
      const lengthBytes = await arrival(request, (chunk, totalBytes) => {
        if (totalBytes > limitBytes) {
          // What was kept is of no use any more.
          for (const useless of [...chunks.splice(0), chunk]) freeBytes(useless);
          this.#heldBytes -= heldBytes;
          heldBytes = 0;
          return;
        }
        if (this.#heldBytes + chunk.length > ALL_BODIES_BYTES) {
          const detail = 'too much is being sent at once';
          throw new RequestProblem({ code: 'overloaded', detail }, { connection: 'close' });
        }
        this.#heldBytes += chunk.length;
        heldBytes += chunk.length;
        chunks.push(chunk);
      });
      if (lengthBytes > limitBytes) throw tooLarge(limitBytes);
      return readJoined(chunks);
    } finally {
      for (const chunk of chunks) freeBytes(chunk);
      this.#heldBytes -= heldBytes;
    }
  }
}

function readJoined(chunks: readonly Uint8Array[]): unknown {
  const bytes = Buffer.concat(chunks);
  try {
    return readJsonBody(bytes);
  } finally {
    freeBytes(bytes);
  }
}

function tooLarge(limitBytes: number): RequestProblem {
  const detail = `a body may have ${limitBytes / 1024 / 1024} MiB at most`;
  // Whatever is still on its way would be taken for the next request.
  return new RequestProblem({ code: 'body_too_large', detail }, { connection: 'close' });
}

function checkType(request: IncomingMessage): void {
  const type = request.headers['content-type'];
  const encoding = request.headers['content-encoding'];
  if (type !== undefined && JSON_TYPE.test(type) && (encoding ?? 'identity') === 'identity') return;
  const what =
    type === undefined
      ? 'the body has no Content-Type'
      : JSON_TYPE.test(type)
        ? `the body is sent as ${encoding?.slice(0, 40)}`
        : `the body is ${type.slice(0, 80)}`;
  throw new RequestProblem({ code: 'media_type_unsupported', detail: what }, { connection: 'close' });
}

/** Gives each chunk to `take` as it comes; resolves to their length when all is there or too much came. */
function arrival(
  request: IncomingMessage,
  take: (chunk: Uint8Array, totalBytes: number) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let totalBytes = 0;
    request.on('data', (chunk: Uint8Array) => {
      totalBytes += chunk.length;
      try {
        take(chunk, totalBytes);
      } catch (error) {
        request.pause();
        reject(error);
        return;
      }
      if (totalBytes > DISCARDED_BYTES) {
        request.pause();
        resolve(totalBytes);
      }
    });
    let hasEnded = false;
    request.on('end', () => {
      hasEnded = true;
      resolve(totalBytes);
    });
    // A request closes after its end as well, and making an error takes as long as reading a small body.
    const brokeOff = () => {
      if (!hasEnded) reject(requestProblem('request_malformed', 'the body broke off'));
    };
    request.on('error', brokeOff);
    request.on('close', brokeOff);
  });
}
