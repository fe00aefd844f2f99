import type { FastifyInstance, FastifyReply } from 'fastify';
import { METRICS_ADDRESS, type OPEN_ADDRESSES } from './addresses.ts';
import { requestProblem } from './request-problem.ts';
import type { ServiceParts } from './service-parts.ts';

interface Told {
  isStopping(): boolean;
  metricsText(): string;
}

/** Pages are built when first asked for and then stay as they are. */
const LASTING = 'public, max-age=300';
/** No script, no address elsewhere: only the page's own style. */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** What is not an operation: health, metrics, and the description of the service. */
export function addServiceRoutes(app: FastifyInstance, parts: ServiceParts, told: Told): void {
  const openAddress = (
    path: (typeof OPEN_ADDRESSES)[number],
    answer: (reply: FastifyReply) => Promise<string>,
  ) => {
    const config = { operation: path, address: path, open: true };
    app.get(path, { config }, async (_request, reply) => reply.send(await answer(reply)));
  };
  openAddress('/healthz', async (reply) => {
    reply.type('application/json; charset=utf-8');
    return '{"status":"ok"}';
  });
  openAddress('/readyz', async (reply) => {
    if (told.isStopping()) throw requestProblem('not_ready', 'the service is being stopped');
    if (!(await parts.isReady())) throw requestProblem('not_ready', 'the ledger does not answer');
    reply.type('application/json; charset=utf-8');
    return '{"status":"ready"}';
  });
  openAddress('/openapi.json', async (reply) => {
    reply.type('application/json; charset=utf-8').header('cache-control', LASTING);
    return openApiText();
  });
  openAddress('/docs', async (reply) => {
    pageHeaders(reply);
    return docsPage();
  });
  openAddress('/docs/errors', async (reply) => {
    pageHeaders(reply);
    return errorsPage();
  });
  const config = { operation: METRICS_ADDRESS, address: METRICS_ADDRESS };
  app.get(METRICS_ADDRESS, { config }, async (_request, reply) => {
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(told.metricsText());
  });
}

function pageHeaders(reply: FastifyReply): void {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', LASTING)
    .header('content-security-policy', PAGE_POLICY)
    .header('referrer-policy', 'no-referrer');
}

/** Keeps what is asked for first. */
function once(make: () => Promise<string>): () => Promise<string> {
  let made: Promise<string> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const openApiText = once(async () => {
  const { openApiDocument } = await import('./openapi.ts');
  return JSON.stringify(openApiDocument(), null, 1);
});

const docsPage = once(async () => (await import('./docs-page.ts')).docsPage());
const errorsPage = once(async () => (await import('./docs-page.ts')).errorsPage());
