import type { OperationName } from '../contract/operation-types.ts';
import { OPERATIONS, type Operation } from '../contract/operations.ts';
import type { Problem } from '../contract/problem.ts';
import { PROBLEM_KINDS } from '../contract/problems.ts';
import { readAnswerJson } from './answer-json.ts';
import type { HttpResponse } from './http-exchange.ts';
import { requestIdOf } from './request-id.ts';

/** A message longer than this is not meant for people. */
const LONGEST_DETAIL = 500;

/** What a status says where the server itself names no code of ours. */
const CODE_BY_STATUS: Readonly<Record<number, string>> = {
  400: 'request_malformed',
  401: 'not_signed_in',
  403: 'server_forbids',
  404: 'server_not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'server_conflict',
  413: 'body_too_large',
  415: 'media_type_unsupported',
  422: 'server_refused',
  429: 'too_many_requests',
};

/** What an older server of ours says of an operation it does not have yet. */
const ABSENT: ReadonlySet<unknown> = new Set(['address_unknown', 'method_not_allowed']);

type Document = Readonly<Record<string, unknown>>;

/**
 * An answer that is no success, as a problem: a problem document as it stands, and of a server of another make as
 * much as its status and its body tell. `name` is null for a raw request.
 */
export function responseProblem(response: HttpResponse, name: OperationName | null, server: string): Problem {
  const { status, headers } = response;
  if (status >= 300 && status < 400) return redirectProblem(response, server);
  const body = readAnswerJson(response.text);
  const document = isDocument(body) ? body : {};
  const retryAfterSeconds = retryAfter(headers['retry-after']);
  const known = typeof document.code === 'string' && Object.hasOwn(PROBLEM_KINDS, document.code);
  const isAbsent = name !== null && ABSENT.has(document.code);
  const code = isAbsent ? 'not_offered' : known ? (document.code as string) : codeOf(status, name);
  const isFault = status >= 500 && status !== 503;
  const hint =
    (isFault ? faultHint(response) : undefined) ?? (known ? textIn(document, ['hint']) : undefined);
  return {
    code,
    detail: detailOf(code, document, response, name, server),
    ...(hint === undefined ? {} : { hint }),
    ...(isErrors(document.errors) && document.errors.length > 0 ? { errors: document.errors } : {}),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/** Of a fault of the server's own: what whoever runs it can find it by. */
function faultHint(response: HttpResponse): string | undefined {
  const id = requestIdOf(response);
  return id === null ? undefined : `Tell whoever runs the server: its log has this as request ${id}.`;
}

/** Only an address and a method tell whether an operation is there: what it says about ids is another matter. */
function codeOf(status: number, name: OperationName | null): string {
  const operation: Operation | null = name === null ? null : OPERATIONS[name];
  const isMissing = status === 404 || status === 405 || status === 501;
  if (operation !== null && isMissing && (!operation.ofInterface || status !== 404)) return 'not_offered';
  if (operation !== null && status === 404) {
    return operation.problems.find((code) => code.endsWith('_not_found')) ?? 'not_offered';
  }
  if (name === 'auth.token' && status === 401) return 'credentials_refused';
  return CODE_BY_STATUS[status] ?? (status >= 500 ? 'server_failed' : 'server_refused');
}

function detailOf(
  code: string,
  document: Document,
  { status }: HttpResponse,
  name: OperationName | null,
  server: string,
): string {
  if (code === 'not_offered') return `${server} does not offer this (${name}).`;
  const said = textIn(document, ['detail', 'message', 'error_description', 'error', 'title']);
  return said ?? `${server} answered ${status}.`;
}

function redirectProblem({ status, headers }: HttpResponse, server: string): Problem {
  let target = 'another address';
  try {
    target = new URL(headers.location ?? '', server).origin;
  } catch {
    // Where it leads does not matter: it is not followed.
  }
  const detail = `${server} answered ${status} and sends to ${target}; redirects are not followed.`;
  return { code: 'redirect_refused', detail };
}

function retryAfter(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : undefined;
}

function textIn(document: Document, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = document[name];
    if (typeof value === 'string' && value.trim() !== '') return value.slice(0, LONGEST_DETAIL);
  }
  return undefined;
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isErrors(value: unknown): value is NonNullable<Problem['errors']> {
  return (
    Array.isArray(value) &&
    value.every(
      (one) =>
        isDocument(one) &&
        typeof one.pointer === 'string' &&
        typeof one.code === 'string' &&
        typeof one.message === 'string',
    )
  );
}
