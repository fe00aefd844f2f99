import { isBesideInterface } from '../contract/interface-fields.ts';
import { type JsonSchema, requestJsonSchema, responseJsonSchema } from '../contract/json-schemas.ts';
import type { OperationName } from '../contract/operation-types.ts';
import { operationWords } from '../contract/operation-words.ts';
import { OPERATIONS, type Operation } from '../contract/operations.ts';
import { problemKind } from '../contract/problems.ts';
import { COMPONENTS } from './openapi-components.ts';
import { hasEnvelope } from './problem-document.ts';
import { namesInAddress, requestShape } from './request-shape.ts';
import { OF_EVERY_OPERATION, OF_SIGNED_IN, OF_WRITES } from './shared-problems.ts';

/** Of the published user operations; it changes with them, not with the program. */
const API_VERSION = '1.1.0';

export interface DescribedOperation {
  readonly name: OperationName;
  readonly operation: Operation;
  readonly path: string;
  readonly words: string;
  readonly problems: readonly string[];
}

/** Every operation with an address, with all it can answer. */
export function describedOperations(): readonly DescribedOperation[] {
  return (Object.keys(OPERATIONS) as OperationName[]).flatMap((name) => {
    const operation: Operation = OPERATIONS[name];
    if (operation.path === null) return [];
    const problems = new Set<string>([
      ...operation.problems,
      ...(namesInAddress(operation.path).length > 0 ? ['invalid_id'] : []),
      ...(operation.open === true ? [] : OF_SIGNED_IN),
      ...(operation.writes ? OF_WRITES : ['invalid_query']),
      ...OF_EVERY_OPERATION,
    ]);
    const path = publishedPath(operation.path);
    return [{ name, operation, path, words: operationWords(name), problems: [...problems] }];
  });
}

/** The interface calls a merchant's id just `id`; the names of an address are nobody's but the reader's. */
function publishedPath(path: string): string {
  return path.replace('{merchant_id}', '{id}');
}

/** The OpenAPI 3.1 description of the service, made from the table of operations and its schemas. */
export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const described of describedOperations()) {
    paths[described.path] = {
      ...paths[described.path],
      [described.operation.method.toLowerCase()]: operationObject(described),
    };
  }
  for (const [path, words] of SERVICE_PATHS) paths[path] = { get: serviceObject(path, words) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'loandesk',
      version: API_VERSION,
      description:
        'Loan origination, loan management, merchant data and user credit data. Amounts are in EGP.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: TAGS.map(([name, description]) => ({ name, description })),
    paths,
    components: COMPONENTS,
  };
}

const TAGS = [
  ['auth', 'Signing in'],
  ['loans', 'Applications, decisions, loans and payments'],
  ['merchants', 'Merchants and their orders'],
  ['users', 'Users and their credit data'],
  ['office', 'Policy, officers and records'],
  ['service', 'The service itself'],
] as const;

function tagOf(name: string): (typeof TAGS)[number][0] {
  const [first] = name.split('.');
  if (first === 'auth' || first === 'merchants' || first === 'users') return first;
  const lending = [
    'applications',
    'assessments',
    'decisions',
    'disbursements',
    'payments',
    'loans',
    'quotes',
  ];
  return lending.includes(first ?? '') ? 'loans' : 'office';
}

const SERVICE_PATHS = [
  ['/healthz', 'Whether the service runs.'],
  ['/readyz', 'Whether its ledger answers.'],
  ['/metrics', 'Figures for Prometheus.'],
] as const;

function serviceObject(path: string, summary: string) {
  const text = path === '/metrics';
  return {
    operationId: path.slice(1),
    summary,
    tags: ['service'],
    ...(text ? {} : { security: [] }),
    responses: {
      200: {
        description: 'It is so.',
        content: text
          ? { 'text/plain': { schema: { type: 'string' } } }
          : {
              'application/json': { schema: { type: 'object', properties: { status: { type: 'string' } } } },
            },
      },
      default: problemResponse('What is wrong.', false),
    },
  };
}

function operationObject({ name, operation, path, words, problems }: DescribedOperation) {
  const request = requestJsonSchema(name);
  const response = withOurFieldsMarked(name, responseJsonSchema(name));
  const shape = requestShape(name);
  const fields = fieldsOf(request, response, shape.fieldNames);
  return {
    operationId: name,
    summary: words,
    tags: [tagOf(name)],
    ...(operation.open === true ? { security: [] } : {}),
    'x-roles': operation.open === true ? [] : ['admin', ...operation.roles],
    'x-of-interface': operation.ofInterface,
    parameters: [
      ...namesInAddress(path).map((part) => ({
        name: part,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...(operation.writes
        ? writeParameters(operation)
        : shape.fieldNames.map((field) => ({
            name: field,
            in: 'query',
            required: request.required?.includes(field) === true,
            schema: fields[field],
          }))),
    ],
    ...(operation.writes
      ? {
          requestBody:
            operation.lines === undefined
              ? requestBody(request, fields, shape.repeated)
              : operation.lines === 'as_one_file'
                ? fileBody(fields)
                : LINES_BODY,
        }
      : {}),
    responses: { ...successResponses(operation, response), ...problemResponses(operation, problems) },
  };
}

/** Fields of ours beside those of the interface are marked, so that a program can tell what every server has. */
function withOurFieldsMarked(name: OperationName, response: JsonSchema): JsonSchema {
  if (response.properties === undefined) return response;
  const properties = Object.entries(response.properties).map(([field, schema]) => [
    field,
    isBesideInterface(name, field) ? { ...schema, 'x-beside-interface': true } : schema,
  ]);
  return { ...response, properties: Object.fromEntries(properties) };
}

function writeParameters(operation: Operation) {
  const dryRun = {
    name: 'dry_run',
    in: 'query',
    description: 'Full checks and the result it would have; nothing is written.',
    schema: { enum: ['true', 'false', 'rehearsal'] },
  };
  if (operation.open === true) return [];
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key with the same request answers what was answered first. Kept for 30 days.',
    schema: { type: 'string', minLength: 16, maxLength: 128 },
  };
  return [key, dryRun];
}

/** Fields of a request; a text that the answer tells to be one of some words is one of them here too. */
function fieldsOf(request: JsonSchema, response: JsonSchema, names: readonly string[]) {
  return Object.fromEntries(
    names.map((name) => {
      const schema = request.properties?.[name] ?? {};
      const words = response.properties?.[name]?.enum;
      return [name, schema.type === 'string' && words !== undefined ? { ...schema, enum: words } : schema];
    }),
  );
}

/** Records as data files have them; kind and owner may be left out, since the address tells them. */
const LINES_BODY = {
  required: true,
  description: 'One JSON object a line, of the fields a data file has.',
  content: { 'application/x-ndjson': { schema: { type: 'object' } } },
};

/** A file as it is sent: what is to be known of it first, then its parts. */
function fileBody({ file = {}, parts = {} }: Record<string, JsonSchema>) {
  const part = (parts.items ?? {}) as JsonSchema;
  return {
    required: true,
    description: 'JSON Lines: on the first line what is to be known of the file, then each of its parts.',
    content: { 'application/x-ndjson': { schema: { anyOf: [file, part] } } },
  };
}

function requestBody(
  request: JsonSchema,
  fields: Record<string, JsonSchema>,
  repeated: ReadonlyMap<string, string>,
) {
  const required = (request.required ?? []).filter((name) => Object.hasOwn(fields, name));
  const ids = [...repeated.keys()].map((name) => [
    name,
    { type: 'string', description: 'that of the address' },
  ]);
  const schema = {
    type: 'object',
    properties: { ...Object.fromEntries(ids), ...fields },
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
  return { required: required.length > 0, content: { 'application/json': { schema } } };
}

function successResponses(operation: Operation, response: JsonSchema) {
  const schema = hasEnvelope(operation.path ?? '')
    ? {
        type: 'object',
        properties: { success: { const: true }, data: response },
        required: ['success', 'data'],
      }
    : response;
  const content = { 'application/json': { schema } };
  const isList = response.type === 'array' && !operation.writes;
  const paging = {
    'X-Total-Count': { $ref: '#/components/headers/X-Total-Count' },
    Link: { $ref: '#/components/headers/Link' },
  };
  const done = { description: 'Done.', ...(isList ? { headers: paging } : {}), content };
  const waiting =
    response.properties?.approvals === undefined
      ? {}
      : { 202: { description: 'Another person has to do the same; nothing is changed yet.', content } };
  if (operation.location === undefined) return { 200: done, ...waiting };
  const location = { Location: { $ref: '#/components/headers/Location' } };
  return {
    200: { description: 'A dry run, or what was there already.', content },
    201: { description: 'Made.', headers: location, content },
    ...waiting,
  };
}

/** One answer for each status, naming its codes. */
function problemResponses(operation: Operation, problems: readonly string[]) {
  const byStatus = Map.groupBy(problems, (code) => problemKind(code).status);
  const merchant = hasEnvelope(operation.path ?? '');
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [status, problemResponse(codes.toSorted().join(', '), merchant)]),
  );
}

function problemResponse(description: string, merchant: boolean) {
  const schema = { $ref: `#/components/schemas/${merchant ? 'MerchantProblem' : 'Problem'}` };
  return { description, content: { 'application/problem+json': { schema } } };
}
