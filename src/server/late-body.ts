import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { answerBrokenRequest } from './broken-request.ts';
import { REQUEST_TIMEOUT_MS } from './limits.ts';

/**
 * Hangs up on a request whose body has not arrived in time, as it does on headers that have not. Files are left out:
 * they take as long as their connection does.
 */
export function endWhenLate(request: IncomingMessage, response: ServerResponse, requestId: string): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (request.complete || (length === undefined && coding === undefined)) return;
  const { socket } = request;
  // A request that came over no connection leaves nothing to hang up on.
  if (!(socket instanceof Socket)) return;
  const late = setTimeout(() => {
    if (response.headersSent) socket.destroy();
    else answerBrokenRequest({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket, requestId);
  }, REQUEST_TIMEOUT_MS);
  late.unref();
  const inTime = () => clearTimeout(late);
  request.once('end', inTime);
  request.once('close', inTime);
}
