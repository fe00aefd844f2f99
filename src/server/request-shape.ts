import { requestJsonSchema } from '../contract/json-schemas.ts';
import type { OperationName } from '../contract/operation-types.ts';
import { OPERATIONS } from '../contract/operations.ts';

/** How the parts of a request become the input of its operation. */
export interface RequestShape {
  /** Values of the address. */
  readonly pathNames: readonly string[];
  /** Names of the query of a GET, or of the body of anything else. */
  readonly fieldNames: readonly string[];
  /** Those of them that must be there. */
  readonly needed: readonly string[];
  /** Those of them that are yes or no: a query has only text. */
  readonly switches: ReadonlySet<string>;
  /** Names of the path that a body may repeat, with the name of the input that takes the repetition. */
  readonly repeated: ReadonlyMap<string, string>;
}

/** Reads the shape of an operation's request from its schema and its address. */
export function requestShape(name: OperationName): RequestShape {
  const { properties = {}, required = [] } = requestJsonSchema(name);
  const pathNames = namesInAddress(OPERATIONS[name].path ?? '');
  const repeated = new Map<string, string>();
  for (const pathName of pathNames) {
    if (Object.hasOwn(properties, `body_${pathName}`)) repeated.set(pathName, `body_${pathName}`);
  }
  const taken = new Set([...pathNames, ...repeated.values()]);
  const fieldNames = Object.keys(properties).filter((field) => !taken.has(field));
  const switches = new Set(fieldNames.filter((field) => properties[field]?.type === 'boolean'));
  const needed = fieldNames.filter((field) => required.includes(field));
  return { pathNames, fieldNames, needed, switches, repeated };
}

/** The names in braces of an address of the table. */
export function namesInAddress(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
}
