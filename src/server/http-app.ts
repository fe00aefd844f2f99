import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { CONTRACT_HEADER, CONTRACT_VERSION } from '../contract/http-names.ts';
import type { Operation } from '../contract/operations.ts';
import type { Problem } from '../contract/problem.ts';
import { asProblem, isAnswerable } from '../service/service-problem.ts';
import { methodsOf } from './addresses.ts';
import { answerBrokenRequest } from './broken-request.ts';
import { Gate } from './gate.ts';
import { LateBodies } from './late-body.ts';
import {
  ADDRESS_VALUE_CHARACTERS,
  BODY_BYTES,
  CONNECTIONS,
  FILE_TIMEOUT_MS,
  HEADERS_TIMEOUT_MS,
  SILENT_CONNECTION_MS,
  TIMEOUT_CHECKS_MS,
} from './limits.ts';
import { Metrics } from './metrics.ts';
import { addOperationRoutes } from './operation-routes.ts';
import { problemAnswer } from './problem-document.ts';
import { recordBatches } from './record-lines.ts';
import { BodyReader } from './request-body.ts';
import { faultOf, RequestLog } from './request-log.ts';
import { RequestProblem } from './request-problem.ts';
import { sentFile } from './sent-files.ts';
import type { ServiceParts, SignedIn } from './service-parts.ts';
import { addServiceRoutes } from './service-routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the operation, for the metrics. */
    operation?: string;
    /** The address as the table has it. */
    address?: string;
    open?: boolean;
    signsIn?: boolean;
    bodyBytes?: number;
    /** The body is records, to be taken as they come. */
    lines?: Operation['lines'];
    /** Free of the limits of time. */
    takesLong?: boolean;
  }
  interface FastifyRequest {
    /** Who is signed in; null before that is known, and where nobody needs to be. */
    officer: SignedIn | null;
    /** Of an error of ours, for the log. */
    fault: string | null;
  }
}

/** The service as an app that listens nowhere yet. */
export function buildHttpApp(parts: ServiceParts): FastifyInstance {
  const gate = new Gate(parts);
  const metrics = new Metrics();
  const log = new RequestLog(parts.writeLog);
  const bodies = new BodyReader();
  const lateBodies = new LateBodies();
  const watch = (request: FastifyRequest, reply: FastifyReply) => {
    const startedMs = parts.ticksMs();
    gate.inFlight += 1;
    reply.header('x-request-id', request.id).header(CONTRACT_HEADER, CONTRACT_VERSION);
    reply.raw.once('close', () => {
      gate.inFlight -= 1;
      lateBodies.forget(request.raw);
      const durationMs = parts.ticksMs() - startedMs;
      const { address, operation } = request.routeOptions?.config ?? {};
      const status = reply.raw.statusCode;
      metrics.answered(operation ?? 'none', status, durationMs);
      log.add({
        time: new Date(parts.nowMs()).toISOString(),
        request_id: request.id,
        method: request.method,
        path: address ?? null,
        status,
        ms: Math.round(durationMs * 10) / 10,
        user: request.officer?.userId ?? null,
        ...(reply.raw.writableFinished ? {} : { aborted: true }),
        ...(request.fault ? { fault: request.fault } : {}),
      });
    });
  };
  const admit = async (request: FastifyRequest) => {
    const { open, signsIn } = request.routeOptions?.config ?? {};
    request.officer = await gate.admit({
      authorization: request.headers.authorization,
      address: request.ip,
      open: open === true,
      signsIn: signsIn === true,
    });
  };

  const app = fastify({
    logger: false,
    genReqId: () => parts.newRequestId(),
    requestIdHeader: false,
    requestTimeout: FILE_TIMEOUT_MS,
    connectionTimeout: SILENT_CONNECTION_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: ADDRESS_VALUE_CHARACTERS },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, parts.newRequestId()),
    // An address that cannot be read takes no part in the hooks below.
    frameworkErrors: (_error, request, reply) => {
      watch(request, reply);
      admit(request).then(
        () =>
          sendProblem(request, reply, { code: 'request_malformed', detail: 'the address cannot be read' }),
        (error: unknown) => sendError(request, reply, error),
      );
    },
    ...transport(parts),
  }) as unknown as FastifyInstance;
  app.server.maxConnections = CONNECTIONS;

  app.decorateRequest('officer', null);
  app.decorateRequest('fault', null);
  app.addHook('onRequest', async (request, reply) => {
    watch(request, reply);
    // What a file makes of a ledger takes its time, on a connection on which nothing moves meanwhile.
    if (request.routeOptions?.config?.takesLong === true) patient(reply);
    else lateBodies.expect(request.raw, reply.raw, request.id);
    await admit(request);
    if (request.is404) throw unknownAddress(request);
  });
  app.removeAllContentTypeParsers();
  const readBody = (request: FastifyRequest, payload: IncomingMessage) => {
    const { lines, bodyBytes } = request.routeOptions.config;
    if (lines === 'as_one_file') return sentFile(payload);
    return lines === 'in_batches'
      ? Promise.resolve(recordBatches(payload))
      : bodies.read(payload, bodyBytes ?? BODY_BYTES);
  };
  // Named as well, since what is named is found without reading the header anew.
  for (const type of ['application/json', '*']) app.addContentTypeParser(type, readBody);
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    reply.header('x-content-type-options', 'nosniff');
    // Whoever is connected learns that the next request needs a new connection.
    if (isStopping) reply.header('connection', 'close');
  });
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onClose', async () => {
    lateBodies.close();
    log.flush();
  });
  addOperationRoutes(app, parts);
  addServiceRoutes(app, parts, {
    isStopping: () => isStopping,
    metricsText: () =>
      metrics.text({
        inFlight: gate.inFlight,
        writesWaiting: parts.writesWaiting?.() ?? 0,
        connections: parts.connections?.() ?? null,
      }),
  });
  return app;
}

/** Lets a connection be silent until its answer is on its way. */
function patient({ raw }: FastifyReply): void {
  const { socket } = raw;
  if (!(socket instanceof Socket)) return;
  socket.setTimeout(0);
  raw.once('close', () => socket.setTimeout(SILENT_CONNECTION_MS));
}

function transport({ tls }: ServiceParts) {
  const timeouts = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: FILE_TIMEOUT_MS,
    connectionsCheckingInterval: TIMEOUT_CHECKS_MS,
  };
  if (tls === null) return { http: timeouts };
  const { cert, key } = tls;
  return {
    https: { ...timeouts, cert: Buffer.from(cert), key: Buffer.from(key), minVersion: 'TLSv1.2' as const },
  };
}

function unknownAddress(request: FastifyRequest): RequestProblem {
  const [path = ''] = request.url.split('?');
  const methods = methodsOf(path);
  if (methods === null) {
    return new RequestProblem({ code: 'address_unknown', detail: 'there is no such address' });
  }
  const allow = methods.join(', ');
  const detail = `this address takes ${allow}, not ${request.method}`;
  return new RequestProblem({ code: 'method_not_allowed', detail }, { allow });
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  if (error instanceof RequestProblem) {
    reply.headers(error.headers);
    sendProblem(request, reply, error.problem, error.headers);
    return;
  }
  // A store that does not answer is met on the way in too, where a token is looked up.
  const problem = isAnswerable(error) ? asProblem(error) : problemOfFramework(error as Partial<FastifyError>);
  if (problem.code === 'internal') request.fault = faultOf(error);
  sendProblem(request, reply, problem);
}

/** What fastify itself found wrong with a request; everything else is a fault of ours. */
function problemOfFramework({ code, statusCode }: Partial<FastifyError>): Problem {
  if (code?.startsWith('FST_ERR_CTP_') !== true) return { code: 'internal', detail: '' };
  if (statusCode === 415)
    return { code: 'media_type_unsupported', detail: 'the Content-Type cannot be read' };
  return { code: 'request_malformed', detail: 'the body does not fit its headers' };
}

function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  headers: Readonly<Record<string, string>> = {},
): void {
  const answer = problemAnswer(problem, request.id, request.url);
  reply
    .code(answer.status)
    .headers({ ...answer.headers, ...headers })
    .send(answer.body);
}
