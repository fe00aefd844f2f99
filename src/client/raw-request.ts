import type { Outcome } from '../contract/problem.ts';
import { readAnswerJson } from './answer-json.ts';
import type { HttpResponse } from './http-exchange.ts';
import type { KeyedWrites } from './keyed-writes.ts';
import type { OperationRequest } from './operation-request.ts';
import { responseProblem } from './response-problem.ts';
import type { SignedCalls } from './signed-calls.ts';
import { subjectOfPath } from './write-subject.ts';

/** What a raw request was answered: the JSON as it stands, or text that is none. */
export type RawAnswer = { readonly json: unknown } | { readonly text: string };

/** Sends a request as it is, signed, and a write under a key like any other. */
export async function rawRequest(
  request: OperationRequest,
  calls: SignedCalls,
  writes: KeyedWrites,
): Promise<Outcome<RawAnswer>> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    const exchanged = await calls.read(request);
    return exchanged.ok ? read(exchanged.response, calls.server) : { ok: false, problem: exchanged.problem };
  }
  const about = subjectOfPath(request.path);
  const written = await writes.write({ ...request, operation: null, about });
  return written.kind === 'problem'
    ? { ok: false, problem: written.problem }
    : read(written.response, calls.server);
}

function read(response: HttpResponse, server: string): Outcome<RawAnswer> {
  if (response.status < 200 || response.status > 299) {
    return { ok: false, problem: responseProblem(response, null, server) };
  }
  const json = readAnswerJson(response.text);
  return { ok: true, value: json === undefined ? { text: response.text } : { json } };
}
