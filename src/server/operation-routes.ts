import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Backend, CallOptions } from '../contract/backend.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../contract/http-names.ts';
import { mayUse } from '../contract/may-use.ts';
import type { OperationInput, OperationName } from '../contract/operation-types.ts';
import { OPERATIONS, type Operation } from '../contract/operations.ts';
import { httpAnswer } from './answer.ts';
import { BODY_BYTES, IMPORT_BODY_BYTES } from './limits.ts';
import type { RecordBatch } from './record-lines.ts';
import { fingerprint } from './request-fingerprint.ts';
import { dryRunOf, inputOfBody, inputOfQuery, inputOfRead } from './request-input.ts';
import { RequestProblem, requestProblem } from './request-problem.ts';
import { type RequestShape, requestShape } from './request-shape.ts';
import type { ServiceParts } from './service-parts.ts';
import { takeRecords } from './take-records.ts';

const SIGN_IN = 'auth.token';
const IMPORTS: ReadonlySet<string> = new Set(['merchants.import', 'users.import']);

type Fields = Readonly<Record<string, unknown>>;

/** Makes a route of every row of the table that has an address. */
export function addOperationRoutes(app: FastifyInstance, parts: ServiceParts): void {
  for (const name of Object.keys(OPERATIONS) as OperationName[]) {
    const operation: Operation = OPERATIONS[name];
    if (operation.path === null) continue;
    const shape = requestShape(name);
    app.route({
      method: operation.method,
      url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
      config: {
        operation: name,
        address: operation.path,
        open: operation.open === true,
        signsIn: (name as string) === SIGN_IN,
        ...(operation.lines === undefined ? {} : { lines: operation.lines }),
        takesLong: operation.takesLong === true,
        bodyBytes: IMPORTS.has(name) ? IMPORT_BODY_BYTES : BODY_BYTES,
      },
      // Before the body is looked at. The backend refuses and records the attempt.
      onRequest: async (request) => {
        if (request.officer === null || mayUse(operation, request.officer.roles)) return;
        const dryRun = (request.query as Fields).dry_run !== undefined;
        const barred = await backendOf(request, parts).call(name, {} as OperationInput<typeof name>, {
          dryRun,
        });
        if (barred.ok) throw new Error(`${name} was carried out for one who may not`);
        throw new RequestProblem(barred.problem);
      },
      handler: async (request, reply) => {
        const backend = backendOf(request, parts);
        const { dryRun, outcome } =
          operation.lines === 'in_batches'
            ? await linesTaken(name, shape, request, backend)
            : operation.lines === 'as_one_file'
              ? await fileTaken(name, request, backend)
              : await called(name, operation, shape, request, backend);
        const answer = httpAnswer(operation, outcome, { dryRun, url: request.url });
        return reply.code(answer.status).headers(answer.headers).send(answer.body);
      },
    });
  }
}

async function called(
  name: OperationName,
  operation: Operation,
  shape: RequestShape,
  request: FastifyRequest,
  backend: Backend,
) {
  const { input, options } = readRequest(name, operation, shape, request);
  const outcome = await backend.call(name, input as OperationInput<typeof name>, options);
  if (!outcome.ok) throw new RequestProblem(outcome.problem);
  return { dryRun: options.dryRun === true, outcome };
}

async function linesTaken(
  name: OperationName,
  shape: RequestShape,
  request: FastifyRequest,
  backend: Backend,
) {
  const { dryRun } = dryRunOf(request.query as Fields);
  const key = dryRun ? undefined : idempotencyKey(request);
  const outcome = await takeRecords(
    name,
    inputOfQuery(shape, request.params as Fields, {}),
    (request.body ?? []) as AsyncIterable<RecordBatch>,
    backend,
    { dryRun, ...(key === undefined ? {} : { key }) },
  );
  return { dryRun, outcome: key === undefined ? { value: outcome.value } : outcome };
}

/** A file changes nothing, so a key to it is of no use: sent again it is planned again. */
async function fileTaken(name: OperationName, request: FastifyRequest, backend: Backend) {
  const { dryRun } = dryRunOf(request.query as Fields);
  idempotencyKey(request);
  const bytes = (request.body ?? new Uint8Array()) as OperationInput<typeof name>;
  const outcome = await backend.call(name, bytes, { dryRun });
  if (!outcome.ok) throw new RequestProblem(outcome.problem);
  return { dryRun, outcome };
}

function backendOf(request: FastifyRequest, parts: ServiceParts) {
  return parts.backendFor({ officer: request.officer, address: request.ip, requestId: request.id });
}

function readRequest(
  name: OperationName,
  operation: Operation,
  shape: RequestShape,
  request: FastifyRequest,
): { input: Fields; options: CallOptions } {
  const params = request.params as Fields;
  const query = request.query as Fields;
  if (!operation.writes) {
    const recorded = operation.discloses === true;
    return { input: inputOfRead(name, shape, params, query), options: recorded ? { recorded } : {} };
  }
  const { dryRun, rehearsal } = dryRunOf(query);
  const input = inputOfBody(name, shape, params, request.body ?? {});
  if (dryRun) return { input, options: { dryRun, rehearsal } };
  const key = operation.open === true ? undefined : idempotencyKey(request);
  if (key === undefined) return { input, options: {} };
  return { input, options: { idempotency: { key, fingerprint: fingerprint(name, input) } } };
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers[IDEMPOTENCY_KEY_HEADER];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x20-\x7e]{16,128}$/.test(key)) return key;
  throw requestProblem('invalid_idempotency_key', 'Idempotency-Key must be 16 to 128 printable characters');
}
