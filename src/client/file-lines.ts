import type { OperationInput } from '../contract/operation-types.ts';

type BatchInput = OperationInput<'payment_batches.plan'>;

/** A file as it is sent: what is to be known of it on the first line, then its parts; what is null is left out. */
export function fileLines({ file, parts }: BatchInput): string {
  const lines = [JSON.stringify(file)];
  for (const part of parts) lines.push(JSON.stringify(part, withoutNulls));
  return lines.join('\n');
}

/** A reader that cannot tell leaves `ties` null, which says something: it stays. */
function withoutNulls(key: string, value: unknown): unknown {
  return value === null && key !== 'ties' ? undefined : value;
}
