import type { OperationName } from '../contract/operation-types.ts';
import { OPERATIONS, type Operation } from '../contract/operations.ts';
import { fileLines } from './file-lines.ts';
import type { Addresses } from './open-addresses.ts';

/** What one call of an operation asks of the server. */
export interface OperationRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: string | null;
  /** Of a body that is no single JSON document. */
  readonly contentType?: 'application/x-ndjson';
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Numbers of the interface: commands carry them as the text that was typed, and they go out as JSON numbers of
 * exactly that text, which is what a server of another make reads.
 */
export const NUMBER_FIELDS: ReadonlySet<string> = new Set([
  'requested_amount',
  'monthly_sales_volume',
  'requested_term_months',
  'approved_amount',
  'interest_rate',
  'term_months',
  'grace_months',
  'revenue_share_percent',
  'disbursement_amount',
  'payment_amount',
  'amount',
  'approval',
]);
const JSON_NUMBER = /^-?(0|[1-9]\d{0,30})(\.\d{1,30})?$/;

/** Operations whose body repeats an id of their path, as the interface has it. */
const REPEATS_ITS_ID: ReadonlySet<OperationName> = new Set(['decisions.create']);

/** Puts the input of an operation into path, query and body. */
export function operationRequest(name: OperationName, input: Fields, addresses: Addresses): OperationRequest {
  const operation: Operation = OPERATIONS[name];
  const address = addresses[name] ?? operation.path ?? '';
  const inPath = new Set<string>();
  const path = address.replace(/\{(\w+)\}/g, (_, key: string) => {
    inPath.add(key);
    return encodeURIComponent(String(input[key] ?? ''));
  });
  const rest = Object.entries(input).filter(
    ([key, value]) => !inPath.has(key) && !key.startsWith('body_') && value !== undefined,
  );
  if (operation.lines === 'as_one_file') {
    const body = fileLines(input as unknown as Parameters<typeof fileLines>[0]);
    return { method: operation.method, path, body, contentType: 'application/x-ndjson' };
  }
  if (operation.method === 'GET') {
    const query = new URLSearchParams(rest.map(([key, value]): [string, string] => [key, String(value)]));
    return { method: 'GET', path: query.size === 0 ? path : `${path}?${query}`, body: null };
  }
  const repeated = REPEATS_ITS_ID.has(name) ? [...inPath].map((key) => [key, repeatedId(input, key)]) : [];
  return { method: operation.method, path, body: jsonBody(Object.fromEntries([...repeated, ...rest])) };
}

function repeatedId(input: Fields, key: string): unknown {
  return input[`body_${key}`] ?? input[key];
}

/** A write that is only rehearsed. */
export function rehearsing(request: OperationRequest, rehearsal: boolean): OperationRequest {
  return { ...request, path: `${request.path}?dry_run=${rehearsal ? 'rehearsal' : 'true'}` };
}

function jsonBody(fields: Fields): string {
  return JSON.stringify(fields, (key, value: unknown) => {
    const isNumber = NUMBER_FIELDS.has(key) && typeof value === 'string' && JSON_NUMBER.test(value);
    return isNumber ? rawJson(value) : value;
  });
}

/** A number with exactly these digits: as a float, `1500.500` would lose the digit that makes it wrong. */
function rawJson(text: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
}
