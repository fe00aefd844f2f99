import { FieldReader } from '../domain/field-reader.ts';
import type { Refusal } from '../domain/refusal.ts';

const LONGEST_REASON = 2000;

/** Reads the reason a correcting act must give. */
export function readReason(input: { readonly reason: string }): string | Refusal {
  const reader = new FieldReader({ reason: input.reason });
  reader.require(['reason']);
  const reason = reader.text('reason', LONGEST_REASON, { prose: true });
  return reader.refusal() ?? (reason as string);
}
