import { shapeFaults } from '../contract/json-schemas.ts';
import type { OperationName } from '../contract/operation-types.ts';
import { RequestProblem, requestProblem } from './request-problem.ts';
import type { RequestShape } from './request-shape.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * These read every field of their request themselves and tell all faults of form and content at once; for the others
 * the form is checked here.
 */
const READ_THEIR_OWN_FIELDS: ReadonlySet<OperationName> = new Set([
  'quotes.get',
  'applications.create',
  'decisions.create',
  'disbursements.create',
  'payments.create',
]);

/** Ids run to 64 characters; this is a message's worth. */
const SHOWN_CHARACTERS = 80;

/** Path values as they came: decoded, but for control characters not judged here. Throws `invalid_id`. */
function pathInput(shape: RequestShape, params: Fields): Fields {
  for (const name of shape.pathNames) {
    if (params[name] === '') throw requestProblem('address_unknown', 'there is no such address');
    if (/\p{Cc}/u.test(String(params[name]))) {
      throw requestProblem('invalid_id', `${name} in the address holds a control character`);
    }
  }
  return params;
}

/**
 * The input of a read: its address and its query. Throws `invalid_query` for a name unknown or given twice, and for one
 * the operation cannot do without.
 */
export function inputOfRead(name: OperationName, shape: RequestShape, params: Fields, query: Fields): Fields {
  const input = inputOfQuery(shape, params, query);
  const missing = shape.needed.find((field) => input[field] === undefined);
  if (missing === undefined || READ_THEIR_OWN_FIELDS.has(name)) return input;
  throw requestProblem('invalid_query', `${missing} is missing`);
}

/** The input an address and a query make. Throws `invalid_query` for a name unknown or given twice. */
export function inputOfQuery(shape: RequestShape, params: Fields, query: Fields): Fields {
  const input: Record<string, unknown> = { ...pathInput(shape, params) };
  for (const [name, value] of Object.entries(query)) {
    if (!shape.fieldNames.includes(name)) throw unknownParameter(name, shape.fieldNames);
    if (typeof value !== 'string') throw requestProblem('invalid_query', `${name} is given more than once`);
    input[name] = shape.switches.has(name) ? switchValue(name, value) : value;
  }
  return input;
}

/** How a write is to be made, by its query: only `dry_run` may stand there. Throws `invalid_query`. */
export function dryRunOf(query: Fields): { dryRun: boolean; rehearsal: boolean } {
  for (const name of Object.keys(query)) {
    if (name !== 'dry_run') throw unknownParameter(name, ['dry_run']);
  }
  const asked = query.dry_run;
  if (asked === undefined || asked === 'false') return { dryRun: false, rehearsal: false };
  if (asked === 'true' || asked === 'rehearsal') return { dryRun: true, rehearsal: asked === 'rehearsal' };
  throw requestProblem('invalid_query', 'dry_run must be true, false or rehearsal');
}

/**
 * The input of a write: its address and its body. A body may repeat an id of its path, if equal. Throws
 * `validation_failed` with every field whose form is wrong.
 */
export function inputOfBody(name: OperationName, shape: RequestShape, params: Fields, body: unknown): Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid([{ pointer: '', code: 'invalid_type', message: 'the body must be a JSON object' }]);
  }
  const path = pathInput(shape, params);
  const { fields, repeated } = splitBody(shape, body as Fields);
  const input: Record<string, unknown> = { ...path, ...fields };
  for (const [pathName, value] of repeated) {
    const takes = shape.repeated.get(pathName);
    if (typeof value !== 'string') {
      throw invalid([{ pointer: `/${pathName}`, code: 'invalid_text', message: `${pathName} must be text` }]);
    }
    if (takes !== undefined) input[takes] = value;
    else if (value.toUpperCase() !== String(path[pathName]).toUpperCase()) {
      const message = `${pathName} is ${JSON.stringify(value.slice(0, SHOWN_CHARACTERS))}, which is not the one of the address`;
      throw invalid([{ pointer: `/${pathName}`, code: 'not_the_address', message }]);
    }
  }
  if (READ_THEIR_OWN_FIELDS.has(name)) return input;
  const faults = shapeFaults(name, input);
  if (faults.length > 0) throw invalid(faults);
  return input;
}

/** Fields of the body apart from the ids of the path it repeats. */
function splitBody(shape: RequestShape, body: Fields) {
  const internal = new Set(shape.repeated.values());
  const fields: Record<string, unknown> = {};
  const repeated = new Map<string, unknown>();
  for (const [name, value] of Object.entries(body)) {
    if (shape.pathNames.includes(name)) repeated.set(name, value);
    else if (internal.has(name)) {
      throw invalid([{ pointer: `/${name}`, code: 'unknown_field', message: `there is no field "${name}"` }]);
    } else fields[name] = value;
  }
  return { fields, repeated };
}

function invalid(errors: readonly { pointer: string; code: string; message: string }[]): RequestProblem {
  const [first] = errors;
  const detail =
    errors.length === 1 && first !== undefined ? first.message : `${errors.length} fields are not right`;
  return new RequestProblem({ code: 'validation_failed', detail, errors });
}

function switchValue(name: string, value: string): boolean {
  if (value === 'true') return true;
  if (value === 'false') return false;
  throw requestProblem('invalid_query', `${name} must be true or false`);
}

function unknownParameter(name: string, known: readonly string[]): RequestProblem {
  const shown = JSON.stringify(name.slice(0, SHOWN_CHARACTERS));
  const list = known.length === 0 ? 'none here' : known.join(', ');
  return new RequestProblem({
    code: 'invalid_query',
    detail: `there is no query parameter ${shown}`,
    hint: `Parameters: ${list}.`,
  });
}
