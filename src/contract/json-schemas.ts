import { z } from 'zod';
import { OPERATION_SCHEMAS } from './operation-schemas.ts';
import type { OperationName } from './operation-types.ts';
import type { Problem } from './problem.ts';

/** JSON Schema 2020-12, as far as we look into it. */
export interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** The schema of what an operation takes: path, query and body together. */
export function requestJsonSchema(name: OperationName): JsonSchema {
  return jsonSchema(OPERATION_SCHEMAS[name].request, 'input');
}

/** The schema of what it answers. */
export function responseJsonSchema(name: OperationName): JsonSchema {
  return jsonSchema(OPERATION_SCHEMAS[name].response, 'output');
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return rest as JsonSchema;
}

/** Every field of `input` that has not the shape the operation takes: missing, unknown, of another type. */
export function shapeFaults(name: OperationName, input: unknown): NonNullable<Problem['errors']> {
  const read = OPERATION_SCHEMAS[name].request.safeParse(input);
  if (read.success) return [];
  return read.error.issues.flatMap((issue) => {
    const pointer = issue.path.map((step) => `/${pointerPart(String(step))}`).join('');
    const field = issue.path.at(-1);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        pointer: `${pointer}/${pointerPart(key)}`,
        code: 'unknown_field',
        message: `there is no field ${JSON.stringify(key.slice(0, 80))}`,
      }));
    }
    const missing = issue.code === 'invalid_type' && valueAt(input, issue.path) === undefined;
    return missing
      ? [{ pointer, code: 'required', message: `${String(field)} is missing` }]
      : [{ pointer, code: 'invalid_type', message: `${String(field)} ${whatItMustBe(issue)}` }];
  });
}

/** The kinds of JSON in words. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function whatItMustBe(issue: z.core.$ZodIssue): string {
  const kind = issue.code === 'invalid_type' ? KINDS[issue.expected] : undefined;
  return kind === undefined ? 'is not of the right type' : `must be ${kind}`;
}

/** What is wrong with a value of a line, in a sentence; `value` is what the line holds. */
export function lineFault(issue: z.core.$ZodIssue, value: unknown): string {
  const field = issue.path.length === 0 ? 'it' : issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return `there is no field ${issue.keys.map((key) => JSON.stringify(key.slice(0, 80))).join(', ')}`;
  }
  if (valueAt(value, issue.path) === undefined) return `${field} is missing`;
  if (issue.code === 'invalid_value') return `${field} must be one of ${issue.values.join(', ')}`;
  return issue.code === 'invalid_type' ? `${field} ${whatItMustBe(issue)}` : `${field}: ${issue.message}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown>)?.[step], input);
}

/** A name as it stands in a JSON pointer. */
function pointerPart(name: string): string {
  return name.slice(0, 80).replaceAll('~', '~0').replaceAll('/', '~1');
}
