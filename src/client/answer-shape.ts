import { OPERATION_SCHEMAS } from '../contract/operation-schemas.ts';
import type { OperationName } from '../contract/operation-types.ts';

type Read = ReturnType<(typeof OPERATION_SCHEMAS)[OperationName]['response']['safeParse']>;
type Issue = NonNullable<Read['error']>['issues'][number];

/**
 * Why a value cannot be an answer of the operation; null when it can. A server of another make has the interface's
 * fields and not ours, so fields may be missing; but what is there has its type, and something must be there.
 */
export function answerFault(name: OperationName, value: unknown): string | null {
  const read = OPERATION_SCHEMAS[name].response.safeParse(value);
  if (read.success) return null;
  const { issues } = read.error;
  const wrong = issues.find((issue) => isOfWrongType(issue, value));
  if (wrong !== undefined) {
    const field = wrong.path.join('.');
    return field === '' ? 'it is of another kind' : `"${field}" is not of the right type`;
  }
  const missing = issues.filter(({ path }) => path.length === 1 && valueAt(value, path) === undefined);
  const known = Object.keys(shapeOf(name));
  const present = known.filter((field) => valueAt(value, [field]) !== undefined);
  return missing.length > 0 && present.length === 0 ? 'it has none of the fields' : null;
}

function isOfWrongType(issue: Issue, value: unknown): boolean {
  if (issue.code !== 'invalid_type') return false;
  const found = valueAt(value, issue.path);
  return issue.path.length === 0 || (found !== undefined && found !== null);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    return typeof inner === 'object' && inner !== null
      ? (inner as Record<PropertyKey, unknown>)[key]
      : undefined;
  }, value);
}

function shapeOf(name: OperationName): Readonly<Record<string, unknown>> {
  return (OPERATION_SCHEMAS[name].response as { shape?: Record<string, unknown> }).shape ?? {};
}
