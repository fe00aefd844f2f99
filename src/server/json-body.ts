import { readRequestJson } from '../contract/request-json.ts';
import { requestProblem } from './request-problem.ts';

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** Reads the JSON of a body. Throws the problem `malformed_json`. */
export function readJsonBody(bytes: Uint8Array): unknown {
  const read = readRequestJson(decoded(bytes));
  if (read.ok) return read.value;
  throw malformed(read.reason.replace(/^it /, 'the body '));
}

function malformed(detail: string) {
  return requestProblem('malformed_json', detail);
}

function decoded(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw malformed('the body is not UTF-8');
  }
}
