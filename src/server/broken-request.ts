import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { problemAnswer } from './problem-document.ts';

const CODE_OF: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/** Answers what is not even a request: bytes that are no HTTP, headers that never end. Then hangs up. */
export function answerBrokenRequest(
  error: { readonly code?: string },
  socket: Socket,
  requestId: string,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = CODE_OF[error.code ?? ''] ?? 'request_malformed';
  const detail = {
    request_timeout: 'the request did not arrive in time',
    headers_too_large: 'the headers are too large',
  }[code];
  const { status, headers, body } = problemAnswer(
    { code, detail: detail ?? 'the request cannot be read as HTTP' },
    requestId,
    '',
  );
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
